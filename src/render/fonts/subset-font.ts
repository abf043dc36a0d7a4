import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Variations } from './font-face.ts';
import { unpackWoff } from './woff.ts';
import { buildSfnt, readAllTables, readTablesOfBytes, type FontTables } from './sfnt.ts';

/** A font file that can be embedded. */
export interface EmbeddableFont {
  readonly mediaType: 'font/ttf' | 'font/woff2';
  readonly bytes: Uint8Array;
  /** A variable font that still has its axes. */
  readonly isVariable: boolean;
}

/** What a font needs to draw letters in its colours: the glyphs of their parts, and tables that name them. */
export interface ColorParts {
  readonly glyphs: ReadonlySet<number>;
  readonly tables: FontTables;
}

/** The part of `WebAssembly` that is used here: Node's types do not declare it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** The functions of HarfBuzz's subsetter that are used here. Numbers are addresses. */
interface Subsetter {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  malloc(bytes: number): number;
  free(address: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_blob_destroy(blob: number): void;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_face_destroy(face: number): void;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** The memory stays as it is. */
const HB_MEMORY_MODE_READONLY = 1;
/** The set of tables that are left out. */
const HB_SUBSET_SETS_DROP_TABLE_TAG = 3;
/** The set of OpenType features that are kept. */
const HB_SUBSET_SETS_LAYOUT_FEATURE_TAG = 6;
const HB_SUBSET_FLAGS_RETAIN_GIDS = 0x02;
const HB_SUBSET_FLAGS_NOTDEF_OUTLINE = 0x40;
const HB_SUBSET_FLAGS_NO_LAYOUT_CLOSURE = 0x200;
/** A PDF names glyphs by their ids: it needs neither the map of characters nor shaping. */
const TABLES_NOT_IN_PDF = ['cmap', 'GDEF', 'GPOS', 'GSUB', 'kern', 'morx', 'kerx', 'feat', 'post', 'name'];
/** The bits of OS/2's `fsType`: embedding is restricted, only the whole font, only its bitmaps. */
const NO_EMBEDDING = 0x0002 | 0x0100 | 0x0200;

let compiled: object | undefined;

/** Larger fonts get an instance of their own: its memory cannot shrink, but is collected with it. */
const MAX_KEPT_BYTES = 2 * 1024 * 1024;
/** The instance for all other fonts. Each has 65 MiB of memory, which V8 counts as growth of its heap. */
let kept: Subsetter | null = null;

/**
 * Reduces a font to the glyphs of `characters`, with what shaping needs. A WOFF2 file stays whole. Null if
 * the font forbids embedding, or cannot be reduced.
 *
 * @param axes of a variable font, which are then fixed; null for other fonts
 * @param features that are kept beside those that are always on
 * @param colors the subsetter would remove them; glyphs keep their ids then, which the tables name
 */
export function subsetFont(
  bytes: Uint8Array,
  axes: Variations | null,
  characters: ReadonlySet<string>,
  features: ReadonlySet<string> = new Set(),
  colors?: ColorParts,
): EmbeddableFont | null {
  const signature = String.fromCharCode(...bytes.subarray(0, 4));
  const tables = readTablesOfBytes(bytes);
  if (!allowsEmbedding(tables.get('OS/2'))) return null;
  if (signature === 'wOF2') return { mediaType: 'font/woff2', bytes, isVariable: axes !== null };
  const sfnt = signature === 'wOFF' ? buildSfnt(unpackWoff(bytes)) : bytes;
  const subset = runSubsetter(sfnt, axes, characters, features, colors?.glyphs ?? null);
  if (subset === null) return null;
  const whole =
    colors === undefined ? subset : buildSfnt(new Map([...readAllTables(subset), ...colors.tables]));
  return { mediaType: 'font/ttf', bytes: whole, isVariable: false };
}

/**
 * Reduces a font for a PDF to outlines, which keep their glyph ids. Null if it cannot be reduced.
 *
 * @param sfnt a TrueType or OpenType file
 * @param axes of a variable font, which are then fixed; null for other fonts
 */
export function subsetGlyphs(
  sfnt: Uint8Array,
  axes: Variations | null,
  glyphs: Iterable<number>,
): Uint8Array | null {
  return run(sfnt, axes, (hb, input) => {
    const set = hb.hb_subset_input_glyph_set(input);
    for (const glyph of glyphs) hb.hb_set_add(set, glyph);
    const dropped = hb.hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG);
    for (const tag of TABLES_NOT_IN_PDF) hb.hb_set_add(dropped, getTag(tag));
    hb.hb_subset_input_set_flags(
      input,
      HB_SUBSET_FLAGS_RETAIN_GIDS | HB_SUBSET_FLAGS_NOTDEF_OUTLINE | HB_SUBSET_FLAGS_NO_LAYOUT_CLOSURE,
    );
  });
}

/** Whether a font's licence bits allow that a file contains it (OS/2 `fsType`). */
export function allowsEmbedding(os2: Uint8Array | undefined): boolean {
  return os2 === undefined || ((((os2[8] ?? 0) << 8) | (os2[9] ?? 0)) & NO_EMBEDDING) === 0;
}

function runSubsetter(
  sfnt: Uint8Array,
  axes: Variations | null,
  characters: ReadonlySet<string>,
  features: ReadonlySet<string>,
  glyphs: ReadonlySet<number> | null,
): Uint8Array | null {
  return run(sfnt, axes, (hb, input) => {
    const set = hb.hb_subset_input_unicode_set(input);
    for (const character of characters) hb.hb_set_add(set, character.codePointAt(0) ?? 0);
    const kept = hb.hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG);
    for (const tag of features) hb.hb_set_add(kept, getTag(tag));
    if (glyphs === null) return;
    const parts = hb.hb_subset_input_glyph_set(input);
    for (const glyph of glyphs) hb.hb_set_add(parts, glyph);
    hb.hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_RETAIN_GIDS | HB_SUBSET_FLAGS_NOTDEF_OUTLINE);
  });
}

function run(
  sfnt: Uint8Array,
  axes: Variations | null,
  choose: (hb: Subsetter, input: number) => void,
): Uint8Array | null {
  const isSmall = sfnt.length <= MAX_KEPT_BYTES;
  const hb = (isSmall ? kept : null) ?? startSubsetter();
  // An instance that fails is not used again.
  if (isSmall) kept = null;
  const address = hb.malloc(sfnt.length);
  new Uint8Array(hb.memory.buffer).set(sfnt, address);
  const blob = hb.hb_blob_create(address, sfnt.length, HB_MEMORY_MODE_READONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  for (const [tag, value] of Object.entries(axes ?? {}))
    hb.hb_subset_input_pin_axis_location(input, face, getTag(tag), value);
  choose(hb, input);
  const subset = hb.hb_subset_or_fail(face, input);
  const bytes = subset === 0 ? null : readFont(hb, subset);
  hb.hb_subset_input_destroy(input);
  hb.hb_face_destroy(face);
  hb.hb_blob_destroy(blob);
  hb.free(address);
  if (isSmall) kept = hb;
  return bytes;
}

/** The bytes of a font, which is freed. */
function readFont(hb: Subsetter, face: number): Uint8Array {
  const written = hb.hb_face_reference_blob(face);
  const start = hb.hb_blob_get_data(written, 0);
  const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(written));
  hb.hb_blob_destroy(written);
  hb.hb_face_destroy(face);
  return bytes;
}

function startSubsetter(): Subsetter {
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  compiled ??= new WebAssembly.Module(readFileSync(file));
  const subsetter = new WebAssembly.Instance(compiled).exports as Subsetter;
  subsetter._initialize();
  return subsetter;
}

function getTag(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE(0);
}
