"""The commands that RUN lines reach without a process."""

from collections.abc import Mapping

from dlc.tools import dlc_opt
from support.file_check import file_check
from support.filecheck_runner import InProcess
from support.split_file import split_file

COMMANDS: Mapping[str, InProcess] = {
    "dlc-opt": dlc_opt.run,
    "FileCheck": file_check,
    "filecheck": file_check,
    "split-file": split_file,
}
