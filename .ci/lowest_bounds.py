"""Print every dependency of pyproject.toml at its lower bound, as constraints for pip."""

import re
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
extras = project["optional-dependencies"].values()
for requirement in [*project["dependencies"], *(each for extra in extras for each in extra)]:
    if bound := re.fullmatch(r"([\w.-]+)(?:\[[\w,]+\])?\s*>=\s*([\w.]+)", requirement):
        print(f"{bound[1]}=={bound[2]}")
