"""Repacks an output profile that ArgyllCMS's colprof made, so that it is small enough to go into every file: tables of
8 bits where that is enough (Lab to inks), and nothing that no reader needs.

    compact.py FINE COARSE RESULT

takes everything from FINE but the table of the gamut, which comes from COARSE. README.md says how both are made.
"""
import struct
import sys
import zlib

src, gam, dst = sys.argv[1:4]


def tags(b):
    n = struct.unpack('>I', b[128:132])[0]
    return {b[132+12*i:136+12*i].decode(): b[(o := struct.unpack('>I', b[136+12*i:140+12*i])[0]):o+struct.unpack('>I', b[140+12*i:144+12*i])[0]] for i in range(n)}
b = open(src, 'rb').read(); t = tags(b); small = tags(open(gam, 'rb').read())
def to8(lut, lab_in, lab_out):
    i, o, g = lut[8:11]; ni, no = struct.unpack('>HH', lut[48:52]); at = 52
    def take(n):
        nonlocal at; v = struct.unpack(f'>{n}H', lut[at:at+2*n]); at += 2*n; return v
    ins = [take(ni) for _ in range(i)]; clut = take(g**i*o); outs = [take(no) for _ in range(o)]
    def look(tab, x):
        p = x*(len(tab)-1); k = min(int(p), len(tab)-2); return tab[k]+(tab[k+1]-tab[k])*(p-k)
    q = lambda v, s: max(0, min(255, round(v/s)))
    # 8-bit Lab counts in 256ths of the 16-bit one; everything else in 257ths.
    r = lut[:4]+bytes(4)+bytes([i, o, g, 0])+lut[12:48]
    for tab in ins: r += bytes(q(look(tab, k*256/65535 if lab_in else k/255), 257) for k in range(256))
    r += bytes(q(v, 257) for v in clut)
    for tab in outs: r += bytes(q(look(tab, k/255), 256 if lab_out else 257) for k in range(256))
    return b'mft1'+r[4:]
b2a = to8(t['B2A1'], True, False)
keep = [('desc', t['desc']), ('cprt', t['cprt']), ('wtpt', t['wtpt']), ('A2B0', t['A2B1']), ('A2B1', t['A2B1']), ('A2B2', t['A2B1']), ('B2A0', b2a), ('B2A1', b2a), ('B2A2', b2a), ('gamt', to8(small['gamt'], True, False))]
head = bytearray(b[:128]); at = 132+12*len(keep); table = b''; body = b''; seen = {}
for name, data in keep:
    if data not in seen: seen[data] = at+len(body); body += data+bytes(-len(data) % 4)
    table += name.encode()+struct.pack('>II', seen[data], len(data))
out = bytes(head)+struct.pack('>I', len(keep))+table+body
out = struct.pack('>I', len(out))+out[4:]
out = out[:24]+struct.pack('>6H', 2000, 1, 1, 0, 0, 0)+out[36:]
open(dst, 'wb').write(out); print(dst, len(out), 'deflated', len(zlib.compress(out, 9)))
