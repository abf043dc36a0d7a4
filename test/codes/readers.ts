import { scanRGBABuffer, ZBarConfigType, ZBarScanner, ZBarSymbolType } from '@undecaf/zbar-wasm';
import * as rxing from 'rxing-wasm';
import sharp from 'sharp';

import { readCodes } from '../helpers/codes.ts';

/** ZXing (C++), ZBar (C) and rxing (a Rust port of ZXing). */
export type Reader = 'zxing' | 'zbar' | 'rxing';

/**
 * Scanners take several samples per module; a code with one or two pixels per module is enlarged for that.
 */
const enlargements = [
  { times: 1, kernel: 'nearest' },
  { times: 2, kernel: 'nearest' },
  { times: 2, kernel: 'cubic' },
  { times: 3, kernel: 'cubic' },
] as const;

/** Whether a reader finds a code with `text` in an image or its enlargements. */
export async function isReadAs(reader: Reader, file: Uint8Array, text: string): Promise<boolean> {
  for (const enlargement of enlargements) {
    if ((await read[reader](await enlarge(file, enlargement))).includes(text)) return true;
  }
  return false;
}

const read: Record<Reader, (file: Buffer) => Promise<string[]>> = {
  zxing: async (file) => (await readCodes(file)).map(({ text }) => text),
  zbar: async (file) => {
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const scanner = await ZBarScanner.create();
    // Enables all symbologies; some are off by default.
    scanner.setConfig(ZBarSymbolType.ZBAR_NONE, ZBarConfigType.ZBAR_CFG_ENABLE, 1);
    const pixels = new Uint8Array(data).buffer;
    const found = await scanRGBABuffer(pixels, info.width, info.height, scanner);
    return found.map((symbol) => symbol.decode());
  },
  rxing: async (file) => {
    const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
    try {
      const found = rxing.decode_barcode(new Uint8Array(data), info.width, info.height, true, false);
      return [found.text()];
    } catch {
      // It throws a string if it finds nothing.
      return [];
    }
  },
};

async function enlarge(file: Uint8Array, { times, kernel }: (typeof enlargements)[number]): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata();
  return sharp(file)
    .flatten({ background: '#ffffff' })
    .resize(width * times, height * times, { kernel })
    .toColourspace('srgb')
    .png()
    .toBuffer();
}
