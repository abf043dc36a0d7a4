"""Writes patterns.json: what zint (Debian: zint), an encoder of its own, makes of codes that no reader knows.

    python3 make-patterns.py

Rows of modules as 0 and 1 from the top; codes of bars that differ in height (postal ones) have a row for what reaches up, one
for what all have, and one for what reaches down.
"""
import json
import subprocess
from pathlib import Path

CASES = {
    'auspost': ('AUSPOST', '1156439111', '56439111'),
    'bc412': ('BC412', 'BC412SEMI', None),
    'channelcode': ('CHANNEL', '3493', None),
    'code11': ('CODE11', '0123456789', None),
    'code16k': ('CODE16K', '12345678901234567890', None),
    'code2of5': ('C25IND', '01234567', None),
    'code49': ('CODE49', 'MULTIPLE ROWS IN CODE 49', None),
    'codeone': ('CODEONE', 'Code One', None),
    'datalogic2of5': ('C25LOGIC', '01234567', None),
    'dotcode': ('DOTCODE', 'This is DotCode', None),
    'flattermarken': ('FLAT', '11099', None),
    'iata2of5': ('C25IATA', '01234567', None),
    'industrial2of5': ('C25IND', '01234567', None),
    'japanpost': ('JAPANPOST', '6540123789-A-K-Z', None),
    'kix': ('KIX', '1231FZ13XHS', None),
    'matrix2of5': ('C25STANDARD', '01234567', None),
    'msi': ('MSI_PLESSEY', '0123456789', None),
    'onecode': ('USPS_IMAIL', '0123456709498765432101234567891', '01234567094987654321-01234567891'),
    'pharmacode': ('PHARMA', '117480', None),
    'pharmacode2': ('PHARMA_TWO', '117480', None),
    'planet': ('PLANET', '01234567890', None),
    'plessey': ('PLESSEY', '01234ABCD', None),
    'postnet': ('POSTNET', '01234', None),
    'royalmail': ('RM4SCC', 'LE28HS9Z', None),
}
# The check digit that ours adds (modulo 10).
OPTIONS = {'msi': ['--vers=1']}

patterns = {}
for name, (kind, value, told) in CASES.items():
    answer = subprocess.run(['zint', '--dump', '-b', kind, *OPTIONS.get(name, []), '-d', told or value],
                            capture_output=True, text=True, check=True)
    lines = [line.replace(' ', '') for line in answer.stdout.splitlines() if line.strip()]
    rows = [bin(int('1' + line, 16))[3:] for line in lines]
    # A dump goes on to the end of a byte.
    width = max(row.rindex('1') for row in rows if '1' in row) + 1
    patterns[name] = {'value': value, 'rows': [row[:width] for row in rows]}
text = ',\n'.join(f'  "{name}": {json.dumps(entry)}' for name, entry in patterns.items())
(Path(__file__).parent / 'patterns.json').write_text('{\n' + text + '\n}\n')
