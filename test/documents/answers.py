"""Prints, as JSON, the values and the expected lines of each document in the folders beside this file.

    python answers.py [NAME …]

Each folder has an `expected.py` with `expect(values)`, and values.json, or `make_values()` where they are long.
"""

import importlib.util
import json
import sys
from pathlib import Path

here = Path(__file__).parent
sys.path.insert(0, str(here))


def load(folder: Path):
    spec = importlib.util.spec_from_file_location(f"expected_{folder.name}", folder / "expected.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answer(folder: Path) -> dict:
    module = load(folder)
    file = folder / "values.json"
    values = json.loads(file.read_text("utf-8")) if file.exists() else module.make_values()
    return {"values": values, "expected": module.expect(values)}


if __name__ == "__main__":
    names = sys.argv[1:] or sorted(file.parent.name for file in here.glob("*/expected.py"))
    json.dump({name: answer(here / name) for name in names}, sys.stdout)
