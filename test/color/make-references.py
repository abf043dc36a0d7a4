"""Generates the images in inputs/ and the colours that littleCMS computes for each patch (references.json).

    python3 make-references.py && npx oxfmt references.json

It needs Pillow, and transicc of littleCMS (Debian package: liblcms2-utils). The test itself needs neither.

Each image is a grid of 6 × 4 patches of 16 × 16 pixels. References are sRGB values from 0 to 255 with perceptual intent.
8-bit files are converted by littleCMS through Pillow; the values of 16-bit files are converted by transicc, with
fractions. This script creates the RGB and grey profiles; the CMYK profile is the renderer's own for print.
"""
import io
import json
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

from PIL import Image, ImageCms

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
INPUTS = HERE / 'inputs'
COLUMNS, ROWS, SIDE = 6, 4, 16

FOGRA39 = (ROOT / 'src/render/inks/profiles/fogra39.icc').read_bytes()


# --- profiles -------------------------------------------------------------------------------------------------------

def fixed(*values):
    return b''.join(struct.pack('>i', round(v * 65536)) for v in values)


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(len(b[0]))] for i in range(3)]


def invert(m):
    (a, b, c), (d, e, f), (g, h, i) = m
    det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return [[x / det for x in row] for row in
            [(e * i - f * h, c * h - b * i, b * f - c * e), (f * g - d * i, a * i - c * g, c * d - a * f),
             (d * h - e * g, b * g - a * h, a * e - b * d)]]


def xyz(x, y):
    return [[x / y], [1.0], [(1 - x - y) / y]]


def colorants(primaries, white):
    """Columns of the matrix from linear RGB to XYZ, adapted to D50 by Bradford."""
    columns = [xyz(*p) for p in primaries]
    m = [[columns[j][i][0] for j in range(3)] for i in range(3)]
    scale = multiply(invert(m), xyz(*white))
    m = [[m[i][j] * scale[j][0] for j in range(3)] for i in range(3)]
    bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    source, target = multiply(bradford, xyz(*white)), multiply(bradford, [[0.9642], [1.0], [0.8249]])
    gain = [[target[i][0] / source[i][0] if i == j else 0 for j in range(3)] for i in range(3)]
    m = multiply(multiply(multiply(invert(bradford), gain), bradford), m)
    return [[m[i][j] for i in range(3)] for j in range(3)]


def curve(decode):
    """A curve of one gamma, or a table of a function from 0..1 to 0..1."""
    if not callable(decode):
        return b'curv\0\0\0\0' + struct.pack('>IH', 1, round(decode * 256)) + b'\0\0'
    table = [round(65535 * decode(k / 1023)) for k in range(1024)]
    return b'curv\0\0\0\0' + struct.pack('>I1024H', 1024, *table)


def profile(name, space, tags):
    text = name.encode() + b'\0'
    desc = b'desc\0\0\0\0' + struct.pack('>I', len(text)) + text + bytes(78)
    tags = [(b'desc', desc), (b'cprt', b'text\0\0\0\0CC0\0'), (b'wtpt', b'XYZ \0\0\0\0' + fixed(0.9642, 1, 0.8249))] + tags
    at, table, body, seen = 132 + 12 * len(tags), b'', b'', {}
    for tag, data in tags:
        if data not in seen:
            seen[data] = at + len(body)
            body += data + bytes(-len(data) % 4)
        table += tag + struct.pack('>II', seen[data], len(data))
    head = bytes(4) + b'\0\0\0\0' + struct.pack('>I', 0x02100000) + b'mntr' + space + b'XYZ '
    head += struct.pack('>6H', 2026, 1, 1, 0, 0, 0) + b'acsp' + bytes(28) + fixed(0.9642, 1, 0.8249)
    head = head.ljust(128, b'\0')
    whole = head + struct.pack('>I', len(tags)) + table + body
    return struct.pack('>I', len(whole)) + whole[4:]


def rgb_profile(name, primaries, white, decode):
    trc = curve(decode)
    columns = colorants(primaries, white)
    return profile(name, b'RGB ', [(t + b'XYZ', b'XYZ \0\0\0\0' + fixed(*c)) for t, c in zip((b'r', b'g', b'b'), columns)]
                   + [(t + b'TRC', trc) for t in (b'r', b'g', b'b')])


def srgb_decode(v):
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


D65, D50 = (0.3127, 0.3290), (0.3457, 0.3585)
SRGB_PRIMARIES = [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]
P3 = rgb_profile('P3 with D65', [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)], D65, srgb_decode)
ADOBE = rgb_profile('Like Adobe RGB (1998)', [(0.64, 0.33), (0.21, 0.71), (0.15, 0.06)], D65, 563 / 256)
WIDE = rgb_profile('Like ProPhoto', [(0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001)], D50, 1.8)
# Its name says sRGB, but its curve is linear.
LINEAR = rgb_profile('Linear sRGB', SRGB_PRIMARIES, D65, 1.0)
GREY_22 = profile('Grey, gamma 2.2', b'GRAY', [(b'kTRC', curve(2.2))])
GREY_LINEAR = profile('Grey, linear', b'GRAY', [(b'kTRC', curve(1.0))])


def dot_gain(v):
    ink = 1 - v
    return 1 - (ink + 4 * 0.2 * ink * (1 - ink)) ** 1.0


GREY_DOTS = profile('Grey, dot gain 20 %', b'GRAY', [(b'kTRC', curve(dot_gain))])


# --- pictures -------------------------------------------------------------------------------------------------------

RGB_PATCHES = [
    (115, 82, 68), (194, 150, 130), (98, 122, 157), (87, 108, 67), (133, 128, 177), (103, 189, 170),
    (214, 126, 44), (80, 91, 166), (193, 90, 99), (94, 60, 108), (157, 188, 64), (224, 163, 46),
    (56, 61, 150), (70, 148, 73), (175, 54, 60), (231, 199, 31), (187, 86, 149), (8, 133, 161),
    (255, 255, 255), (128, 128, 128), (0, 0, 0), (255, 0, 0), (0, 255, 0), (0, 0, 255),
]
GREY_PATCHES = [(round(k * 255 / 23),) for k in range(24)]
# Percent of ink: single inks, overprints, skin, greys, near black.
CMYK_PATCHES = [tuple(round(v * 2.55) for v in p) for p in [
    (0, 0, 0, 0), (100, 0, 0, 0), (0, 100, 0, 0), (0, 0, 100, 0), (0, 0, 0, 100), (100, 100, 0, 0),
    (0, 100, 100, 0), (100, 0, 100, 0), (50, 0, 0, 0), (0, 50, 0, 0), (0, 0, 50, 0), (0, 0, 0, 50),
    (15, 40, 45, 0), (25, 55, 65, 10), (50, 40, 40, 0), (75, 65, 60, 80), (30, 20, 20, 0), (70, 15, 0, 0),
    (10, 90, 80, 5), (85, 50, 5, 0), (40, 5, 90, 0), (60, 40, 30, 100), (5, 10, 60, 0), (20, 80, 0, 40),
]]


def rows(patches, depth):
    """Samples row by row; `depth` 16 spreads 8 bits and adds a little, so that the lower byte counts."""
    for y in range(ROWS * SIDE):
        line = b''
        for column in range(COLUMNS):
            patch = patches[(y // SIDE) * COLUMNS + column]
            line += (bytes(patch) if depth == 8 else b''.join(struct.pack('>H', v) for v in patch)) * SIDE
        yield line


def png(patches, depth, icc):
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    kind = {1: 0, 3: 2}[len(patches[0])]
    file = b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', COLUMNS * SIDE, ROWS * SIDE, depth, kind, 0, 0, 0))
    if icc is not None:
        file += chunk(b'iCCP', b'icc\0\0' + zlib.compress(icc, 9))
    data = b''.join(b'\0' + line for line in rows(patches, depth))
    return file + chunk(b'IDAT', zlib.compress(data, 9)) + chunk(b'IEND', b'')


def pillow(patches, form, icc, **options):
    mode = {1: 'L', 3: 'RGB', 4: 'CMYK'}[len(patches[0])]
    image = Image.frombytes(mode, (COLUMNS * SIDE, ROWS * SIDE), b''.join(rows(patches, 8)))
    out = io.BytesIO()
    image.save(out, form, **({} if icc is None else {'icc_profile': icc}), **options)
    return out.getvalue()


def convert_file(file, icc):
    """Converts an 8-bit file with littleCMS; returns the colour in the middle of each patch."""
    image = Image.open(io.BytesIO(file))
    source = ImageCms.ImageCmsProfile(io.BytesIO(icc))
    shown = ImageCms.profileToProfile(image, source, ImageCms.createProfile('sRGB'), ImageCms.Intent.PERCEPTUAL, 'RGB')
    return [shown.getpixel((c * SIDE + SIDE // 2, r * SIDE + SIDE // 2)) for r in range(ROWS) for c in range(COLUMNS)]


def deep(patches):
    return [tuple(min(65535, v * 257 + (37 if v < 255 else 0)) for v in p) for p in patches]


def convert(patches, most, icc):
    """Converts colours with littleCMS; returns 8-bit sRGB values with fractions."""
    asked = ''.join('\n'.join(f'{v / most * 255:.6f}' for v in p) + '\n' for p in patches)
    with tempfile.NamedTemporaryFile(suffix='.icc') as file:
        file.write(icc)
        file.flush()
        output = subprocess.run(['transicc', '-n', '-t0', '-c0', '-i', file.name, '-o', '*sRGB'], input=asked, text=True,
                              capture_output=True, check=True).stdout.split()
    # Values outside the gamut are clamped per channel, as for 8-bit files.
    values = [min(255, max(0, float(v))) for v in output]
    assert len(values) == 3 * len(patches), len(values)
    return [[round(v, 2) for v in values[k:k + 3]] for k in range(0, len(values), 3)]


lossless = {'quality': 100, 'subsampling': 0}
SRGB = rgb_profile('sRGB', SRGB_PRIMARIES, D65, srgb_decode)
CASES = {
    'rgb-untagged-16.png': (png(deep(RGB_PATCHES), 16, None), deep(RGB_PATCHES), 65535, SRGB),
    'p3-8.png': (png(RGB_PATCHES, 8, P3), RGB_PATCHES, 255, P3),
    'p3-16.png': (png(deep(RGB_PATCHES), 16, P3), deep(RGB_PATCHES), 65535, P3),
    'adobe-rgb-8.png': (png(RGB_PATCHES, 8, ADOBE), RGB_PATCHES, 255, ADOBE),
    'adobe-rgb-16.png': (png(deep(RGB_PATCHES), 16, ADOBE), deep(RGB_PATCHES), 65535, ADOBE),
    'prophoto-16.png': (png(deep(RGB_PATCHES), 16, WIDE), deep(RGB_PATCHES), 65535, WIDE),
    'linear-rgb-16.png': (png(deep(RGB_PATCHES), 16, LINEAR), deep(RGB_PATCHES), 65535, LINEAR),
    'grey-gamma-8.png': (png(GREY_PATCHES, 8, GREY_22), GREY_PATCHES, 255, GREY_22),
    'grey-linear-16.png': (png(deep(GREY_PATCHES), 16, GREY_LINEAR), deep(GREY_PATCHES), 65535, GREY_LINEAR),
    'grey-dot-gain-16.png': (png(deep(GREY_PATCHES), 16, GREY_DOTS), deep(GREY_PATCHES), 65535, GREY_DOTS),
    'grey-untagged-16.png': (png(deep(GREY_PATCHES), 16, None), deep(GREY_PATCHES), 65535,
                             profile('Grey', b'GRAY', [(b'kTRC', curve(srgb_decode))])),
}
for name, form, patches, icc, options in [
    ('p3.jpg', 'JPEG', RGB_PATCHES, P3, lossless),
    ('adobe-rgb.jpg', 'JPEG', RGB_PATCHES, ADOBE, lossless),
    ('linear-rgb.jpg', 'JPEG', RGB_PATCHES, LINEAR, lossless),
    ('grey-dot-gain.jpg', 'JPEG', GREY_PATCHES, GREY_DOTS, {'quality': 100}),
    ('cmyk-fogra39.jpg', 'JPEG', CMYK_PATCHES, FOGRA39, lossless),
    ('p3.webp', 'WEBP', RGB_PATCHES, P3, {'lossless': True}),
    ('adobe-rgb.avif', 'AVIF', RGB_PATCHES, ADOBE, {'quality': 100, 'subsampling': '4:4:4'}),
]:
    file = pillow(patches, form, icc, **options)
    CASES[name] = (file, None, 255, icc)
untagged = pillow(CMYK_PATCHES, 'JPEG', None, **lossless)
CASES['cmyk-untagged.jpg'] = (untagged, None, 255, FOGRA39)

INPUTS.mkdir(exist_ok=True)
references = {}
for name, (file, patches, most, icc) in CASES.items():
    (INPUTS / name).write_bytes(file)
    references[name] = convert_file(file, icc) if most == 255 else convert(patches, most, icc)
text = ',\n'.join(f'  "{name}": {json.dumps(values)}' for name, values in references.items())
(HERE / 'references.json').write_text('{\n' + text + '\n}\n')
print(len(CASES), 'images,', sum(len(file) for file, *_ in CASES.values()), 'bytes')
