import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Weights of Inter that the app uses. */
const weights = { 400: '400Regular', 600: '600SemiBold' } as const;

/**
 * The characters of each file, as in the `unicode-range` of theme/fonts.css: a browser loads the second one
 * only for a page that has such characters.
 */
const characters = {
  // Latin for Europe, punctuation, currencies, arrows, mathematical signs.
  latin: [
    [0x20, 0x7e],
    [0xa0, 0x17f],
    [0x2000, 0x206f],
    [0x20a0, 0x20bf],
    [0x2190, 0x21ff],
    [0x2200, 0x22ff],
  ],
  // The rest of Latin, with Vietnamese, Greek and Cyrillic.
  more: [
    [0x180, 0x24f],
    [0x2b0, 0x52f],
    [0x1e00, 0x1eff],
    [0x2070, 0x209f],
    [0x2100, 0x214f],
    [0x25a0, 0x25ff],
  ],
} as const;

type Ranges = readonly (readonly [first: number, last: number])[];

/** Digits of one width, for tables. Subsetting removes optional features otherwise. */
const featureToKeep = 'tnum';

/** The exports of harfbuzz-subset.wasm that are used here: HarfBuzz's C functions. */
interface Subsetter {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_input_set(input: number, which: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** HB_SUBSET_SETS_LAYOUT_FEATURE_TAG */
const layoutFeatures = 6;

/** Writes `inter-WEIGHT-latin.ttf` and `inter-WEIGHT-more.ttf` into `folder`. */
export async function makeFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const wasm = await readFile(path.join(path.dirname(require.resolve('harfbuzzjs')), 'harfbuzz-subset.wasm'));
  const program = await WebAssembly.compile(wasm);
  for (const [weight, name] of Object.entries(weights)) {
    const font = await readFile(require.resolve(`@expo-google-fonts/inter/${name}/Inter_${name}.ttf`));
    for (const [part, ranges] of Object.entries(characters)) {
      const { exports } = await WebAssembly.instantiate(program);
      const bytes = subset(exports as unknown as Subsetter, font, ranges);
      await writeFile(path.join(folder, `inter-${weight}-${part}.ttf`), bytes);
    }
  }
}

/** The instance, with its memory, is used once; nothing has to be freed. */
function subset(hb: Subsetter, font: Uint8Array, ranges: Ranges): Uint8Array {
  hb._initialize();
  const address = hb.malloc(font.byteLength);
  new Uint8Array(hb.memory.buffer).set(font, address);
  const face = hb.hb_face_create(hb.hb_blob_create(address, font.byteLength, 0, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  const kept = hb.hb_subset_input_unicode_set(input);
  for (const [first, last] of ranges) {
    for (let character = first; character <= last; character++) hb.hb_set_add(kept, character);
  }
  const tag = Buffer.from(featureToKeep).readUInt32BE();
  hb.hb_set_add(hb.hb_subset_input_set(input, layoutFeatures), tag);
  const result = hb.hb_face_reference_blob(hb.hb_subset_or_fail(face, input));
  const start = hb.hb_blob_get_data(result, 0);
  return new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result));
}
