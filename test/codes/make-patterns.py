"""Writes patterns.json: codes encoded by zint (Debian package: zint), for symbologies that at most one
scanner reads, or reads only in part.

    python3 make-patterns.py && npx oxfmt patterns.json

Rows of modules as 0 and 1 from the top. Postal codes, whose bars differ in height, have one row for the ascenders,
one for the part of all bars, and one for the descenders.
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
GTIN = '(01)09521234543213'
# Composites: (kind, text of the linear part, text of the part above it).
COMPOSITES = {
    'ean13composite': ('EANX_CC', '9520123456788', '(99)1234-abcd'),
    'ean8composite': ('EANX_CC', '9520000', '(21)A12345678'),
    'upcacomposite': ('UPCA_CC', '012345000058', '(99)1234-abcd'),
    'upcecomposite': ('UPCE_CC', '01234558', '(15)021231'),
    'gs1-128composite': ('GS1_128_CC', GTIN, '(10)ABC'),
    'databaromnicomposite': ('DBAR_OMN_CC', GTIN, '(11)990102'),
    'databarstackedcomposite': ('DBAR_STK_CC', GTIN, '(17)010200'),
    'databarstackedomnicomposite': ('DBAR_OMNSTK_CC', GTIN, '(11)990102'),
}
CASES |= {
    'databarlimited': ('DBAR_LTD', GTIN, '0952123454321'),
    'micropdf417': ('MICROPDF417', 'MicroPDF417', None),
    'aztecrune': ('AZRUNE', '1', None),
    'telepennumeric': ('TELEPEN_NUM', '01234567', None),
    'ean5': ('EANX', '90200', None),
    'ean2': ('EANX', '05', None),
}
# Our encoder adds a check digit (modulo 10).
OPTIONS = {'msi': ['--vers=1']}

def brackets(value):
    return value.replace('(', '[').replace(')', ']')


asked = {name: (value, ['-b', kind, *OPTIONS.get(name, []), '-d', told or value]) for name, (kind, value, told) in CASES.items()}
for name, (kind, linear, above) in COMPOSITES.items():
    primary = linear[4:-1] if kind.startswith(('DBAR_OMN', 'DBAR_STK')) else brackets(linear)
    asked[name] = (f'{linear}|{above}', ['-b', kind, f'--primary={primary}', '-d', brackets(above)])

patterns = {}
for name, (value, arguments) in asked.items():
    answer = subprocess.run(['zint', '--dump', *arguments], capture_output=True, text=True)
    if answer.returncode != 0:
        raise SystemExit(f'{name}: {answer.stderr}')
    lines = [line.replace(' ', '') for line in answer.stdout.splitlines() if line.strip()]
    rows = [bin(int('1' + line, 16))[3:] for line in lines]
    # A dump is padded to whole bytes.
    width = max(row.rindex('1') for row in rows if '1' in row) + 1
    patterns[name] = {'value': value, 'rows': [row[:width] for row in rows]}
text = ',\n'.join(f'  "{name}": {json.dumps(entry)}' for name, entry in patterns.items())
(Path(__file__).parent / 'patterns.json').write_text('{\n' + text + '\n}\n')
