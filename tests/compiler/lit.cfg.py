# Text tests of the compiler's passes. heddle_site holds what CMake knows about this build.
import os

import lit.formats

import heddle_site

config.name = "heddle-compiler"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cl", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = heddle_site.output_folder
config.environment["PATH"] = os.pathsep.join(
    heddle_site.tool_folders + [config.environment["PATH"]])
