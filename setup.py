"""The part of the build that pyproject.toml cannot express: packages and modules under a root that is itself a package.

Everything else is declared there.
"""

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

FOLDERS = ("ir", "parser", "dialects", "passes", "interp", "codegen", "runtime", "frontends", "tools")


class BuildPackage(build_py):
    """Omit the modules that only a checkout needs: this file and launchers such as tools/dlc-opt.py."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        modules = super().find_package_modules(package, package_dir)
        return [(owner, name, file) for owner, name, file in modules if name != "setup" and name.isidentifier()]


subpackages = find_packages(include=[pattern for folder in FOLDERS for pattern in (folder, f"{folder}.*")])

setup(packages=["dlc", *(f"dlc.{name}" for name in subpackages)], cmdclass={"build_py": BuildPackage})
