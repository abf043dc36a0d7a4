import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { FontRegistry } from './font-registry.ts';
import { FontFace } from './font-face.ts';
import { restoreGlyf } from './restore-glyf.ts';
import { unpackWoff2 } from './woff.ts';

const root = path.join(import.meta.dirname, '../../..');
const samples = globSync('samples/**/*.woff2', { cwd: root });
/** Sets the text renderer of the canvas, as the service does. */
new FontRegistry(1);

const uint16 = (...values: number[]): number[] =>
  values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);

/** Four glyphs: an empty one, a triangle, a composite of the triangle, and a dot of four points. */
const streams = {
  contours: uint16(0, 1, 0xffff, 1),
  pointCounts: [3, 4],
  // The triangle: +0 +700, then off the curve +500 +0, then -300 -600. The dot: +1 +2, then +0 +0 thrice.
  flags: [5, 0x80 | 13, 84 + 20, 23, 0, 0, 0],
  // Behind the coordinates of a glyph stands the length of its instructions.
  coordinates: [188, 244, 43, 87, 2, 0x01, 0, 0, 0, 0],
  components: uint16(0x0002, 1, 0x0a0b),
  boxes: [0b0010_0000, 0, 0, 0, ...uint16(10, 11, 510, 711)],
  instructions: [0xb0, 0x07],
};

function transform(changes: Partial<Record<keyof typeof streams, readonly number[]>> = {}): Uint8Array {
  const all = Object.values({ ...streams, ...changes });
  const sizes = all.flatMap(({ length }) => uint16(0, length));
  const header = uint16(0, 1, 4, 0);
  const overlaps = [0b0100_0000];
  return Uint8Array.from([...header, ...sizes, ...all.flat(), ...overlaps]);
}

test('restores empty, simple and composite glyphs', () => {
  const { glyf, loca, xMins } = restoreGlyf(transform());
  const triangle = [
    ...uint16(1, 0, 100, 500, 700, 2, 2),
    0xb0,
    0x07,
    // On the curve, overlapping, x the same; off the curve, y the same; on the curve.
    0x51,
    0x20,
    0x01,
    ...uint16(500, -300, 700, -600),
  ];
  const composite = uint16(0xffff, 10, 11, 510, 711, 0x0002, 1, 0x0a0b);
  // The flags of a point, and of three that are the same.
  const dot = [...uint16(1, 1, 2, 1, 2, 3, 0), 0x37, 0x39, 2, 1, 2];
  // Glyphs begin at multiples of four bytes; `loca` has halves.
  assert.deepEqual([...glyf], [...triangle, 0, ...composite, ...dot, 0]);
  assert.deepEqual([...loca], uint16(0, 0, 14, 22, 32));
  assert.deepEqual([...xMins], [0, 0, 10, 1]);
});

const damaged: readonly (readonly [name: string, bytes: Uint8Array, expected: RegExp])[] = [
  ['whose streams are cut off', transform().subarray(0, 60), /glyf ends inside its outlines/u],
  ['with too few points', transform({ flags: [5, 141] }), /ends inside its outlines/u],
  ['with too few instructions', transform({ instructions: [] }), /ends inside its outlines/u],
  ['with a composite without a box', transform({ boxes: [0, 0, 0, 0] }), /no box for glyph 2/u],
  ['with a box for nothing', transform({ boxes: [0x80, 0, 0, 0] }), /glyph 0, which is empty/u],
  [
    'with too many points in a glyph',
    transform({ contours: uint16(0, 2, 0xffff, 1), pointCounts: [253, 255, 255, 1, 4] }),
    /too many points in glyph 1/u,
  ],
];
for (const [name, bytes, expected] of damaged) {
  test(`refuses outlines ${name}`, () => {
    assert.throws(() => restoreGlyf(bytes), expected);
  });
}

/** A WOFF2 file with the tables that a test needs, each as it is stored. */
function woff2(tables: readonly (readonly [tag: number, version: number, bytes: Uint8Array])[]): Uint8Array {
  const digits = (length: number): number[] => [0x80 | (length >> 7), length & 0x7f];
  const directory = tables.flatMap(([tag, version, bytes]) => [
    (version << 6) | tag,
    ...digits(bytes.length),
    ...(version === (tag === 10 || tag === 11 ? 3 : 0) ? [] : digits(bytes.length)),
  ]);
  const packed = brotliCompressSync(Buffer.concat(tables.map(([, , bytes]) => bytes)));
  const header = Buffer.alloc(48);
  header.write('wOF2', 'latin1');
  header.writeUInt16BE(tables.length, 12);
  header.writeUInt32BE(packed.length, 20);
  return Buffer.concat([header, Buffer.from(directory), packed]);
}

test('restores side bearings that equal the left edges of glyphs', () => {
  const hhea = Buffer.alloc(36);
  hhea.writeUInt16BE(3, 34);
  const maxp = Buffer.alloc(32);
  maxp.writeUInt16BE(4, 4);
  const hmtx = (flags: number, ...bearings: number[]): number[] => {
    const packed = Uint8Array.from([flags, ...uint16(500, 600, 700), ...uint16(...bearings)]);
    const tables = [
      ...([
        [2, 0, hhea],
        [4, 0, maxp],
      ] as const),
      ...([
        [10, 0, transform()],
        [11, 0, new Uint8Array(0)],
        [3, 1, packed],
      ] as const),
    ];
    return [...(unpackWoff2(woff2(tables), 'restored').get('hmtx') ?? [])];
  };
  assert.deepEqual(hmtx(3), uint16(500, 0, 600, 0, 700, 10, 1));
  assert.deepEqual(hmtx(1, -7), uint16(500, 0, 600, 0, 700, 10, -7));
  assert.deepEqual(hmtx(2, 4, -5, 6), uint16(500, 4, 600, -5, 700, 6, 1));
});

const isBlank = (character: string): boolean => /[\s\p{Cf}\p{Cc}]/u.test(character);

let drawn = 0;
/** The pixels of each character in a font that the canvas knows. */
function draw(family: string, characters: readonly string[]): Map<string, Buffer> {
  const canvas = createCanvas(120, 120);
  const context = canvas.getContext('2d');
  return new Map(
    characters.map((character) => {
      context.reset();
      context.font = `60px "${family}"`;
      context.fillText(character, 30, 80);
      return [character, Buffer.from(canvas.data())];
    }),
  );
}

for (const sample of samples) {
  test(`the canvas draws all glyphs of ${sample}`, () => {
    const bytes = readFileSync(path.join(root, sample));
    const face = new FontFace(
      { bytes },
      { alias: `restored ${drawn}`, weight: 400, style: 'normal', language: 'en', isEmoji: false },
    );
    const codePoints = Array.from({ length: 0x2100 }, (_, index) => index).filter((code) => face.has(code));
    const characters = codePoints.map((code) => String.fromCodePoint(code)).filter((each) => !isBlank(each));
    assert.ok(characters.length > 90);
    face.register();
    const restored = draw(face.alias, characters);
    for (const [character, pixels] of restored)
      assert.ok(
        pixels.some((value) => value > 0),
        character,
      );
    // The canvas's own decoder loses the last glyph, also where others are composed of it.
    GlobalFonts.register(bytes, `packed ${drawn}`);
    for (const [character, pixels] of draw(`packed ${drawn}`, characters)) {
      const ours = restored.get(character) ?? pixels;
      assert.ok(ours.equals(pixels) || pixels.every((value, at) => value <= (ours[at] ?? 0)), character);
    }
    drawn += 1;
    face.release();
  });
}
