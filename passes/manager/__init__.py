"""The pass machinery: how passes are declared, named, put into pipelines, run and watched."""
