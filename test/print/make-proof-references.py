"""What littleCMS makes of the ECI 2002 patches and of a grid of sRGB, for proofs.test.ts.

    python3 test/print/make-proof-references.py FOGRA28L.ti3

FOGRA28L.ti3 (Debian: icc-profiles-free) has the amounts of the patches; littleCMS is `transicc` (Debian:
liblcms2-utils), relative to the paper, with black point compensation, without precalculation. Writes
proof-references.json in base64: the amounts of the patches in halves of a percent, a byte each, and what littleCMS says
in 65535ths of all, two bytes each, the lower one first.
"""

import base64
import json
import re
import struct
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PROFILES = HERE.parent.parent / 'src/render/inks/profiles'
CONDITIONS = {
    'FOGRA39': 'fogra39.icc',
    'FOGRA47': 'fogra47.icc',
    'GRACoL2013': 'GRACoL2013_CRPC6.icc',
    'SWOP2013': 'SWOP2013C3_CRPC5.icc',
}
STEPS = [*range(0, 256, 32), 255]


def convert(rows: list[list[float]], source: str, target: str, scale: float) -> bytes:
    text = ''.join(' '.join(map(str, row)) + '\n' for row in rows)
    command = ['transicc', '-c0', '-n', '-t1', '-b', '-i', source, '-o', target]
    said = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    values = [float(value) for value in said.split()]
    amounts = [max(0, min(65535, round(value * scale))) for value in values]
    return struct.pack(f'<{len(amounts)}H', *amounts)


def encode(data: bytes) -> str:
    return base64.b64encode(data).decode()


def main() -> None:
    table = re.search(r'BEGIN_DATA\n(.*?)END_DATA', Path(sys.argv[1]).read_text(), re.S)
    assert table is not None
    patches = [[float(value) for value in line.split()[1:5]] for line in table[1].strip().splitlines()]
    colors = [[float(r), float(g), float(b)] for r in STEPS for g in STEPS for b in STEPS]
    references = {
        'patches': encode(bytes(round(value * 2) for patch in patches for value in patch)),
        'seen': {
            name: encode(convert(patches, str(PROFILES / file), '*sRGB', 257))
            for name, file in CONDITIONS.items()
        },
        'separated': {
            name: encode(convert(colors, '*sRGB', str(PROFILES / file), 655.35))
            for name, file in CONDITIONS.items()
        },
    }
    (HERE / 'proof-references.json').write_text(json.dumps(references, indent=2) + '\n')


if __name__ == '__main__':
    main()
