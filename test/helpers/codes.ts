import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

let ready: Promise<void> | undefined;

/** Reads the codes in an image with an independent reader (ZXing): their formats and texts. */
export async function readCodes(file: Uint8Array): Promise<{ format: string; text: string }[]> {
  ready ??= loadReader();
  await ready;
  const { data, info } = await sharp(file)
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = await readBarcodes(
    { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' },
    { tryHarder: true },
  );
  return found.map(({ format, text }) => ({ format, text }));
}

/** Renders a PDF's first page as a PNG with `scale` pixels per point. */
export async function rasterisePdf(file: Uint8Array, scale: number): Promise<Uint8Array> {
  const [first] = await rasterisePages(file, scale, 1);
  if (first === undefined) throw new Error('the file has no page');
  return first;
}

/**
 * Renders the first pages of a PDF, by default all, as PNGs with `scale` pixels per point.
 *
 * @param password null: it needs none
 */
export async function rasterisePages(
  file: Uint8Array,
  scale: number,
  count = Infinity,
  password: string | null = null,
): Promise<Uint8Array[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(Buffer.from(file), password ?? undefined);
    const pages: Uint8Array[] = [];
    for (let index = 0; index < Math.min(count, document.getPageCount()); index += 1) {
      const { data } = await document.getPage(index).render({
        scale,
        render: ({ data: pixels, width, height }) =>
          sharp(pixels, { raw: { width, height, channels: 4 } })
            .png()
            .toBuffer(),
      });
      pages.push(data);
    }
    document.destroy();
    return pages;
  } finally {
    library.destroy();
  }
}

/** Loads the reader's WebAssembly from the package; it would fetch it over the network. */
async function loadReader(): Promise<void> {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const bytes = await readFile(file);
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}
