import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openGhostscript from '@jspawn/ghostscript-wasm';
import sharp from 'sharp';

/** A plate: how much of its ink there is, from 0 to 1, at a point in inches from the top left corner. */
export interface Plate {
  readonly at: (x: number, y: number) => number;
  /** The largest amount in a rectangle, and the least. */
  readonly within: (box: Box) => { readonly most: number; readonly least: number };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of `WebAssembly` that is used here: Node's types do not declare it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => object;
};

const DPI = 144;

/** The plates of a PDF with one page by the names of their inks, as Ghostscript's `tiffsep` makes them. */
export async function separate(pdf: Uint8Array): Promise<ReadonlyMap<string, Plate>> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@jspawn/ghostscript-wasm/gs.wasm')));
  const said: string[] = [];
  const options = {
    print: () => undefined,
    printErr: (words: string) => void said.push(words),
    // Its own way loads an address.
    instantiateWasm: (imports: object, done: (instance: object) => void) => {
      done(new WebAssembly.Instance(new WebAssembly.Module(wasm), imports));
      return {};
    },
  };
  const { FS, callMain } = await openGhostscript(options);
  FS.writeFile('page.pdf', pdf);
  const device = ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=tiffsep', `-r${DPI}`];
  const status = callMain([...device, '-sOutputFile=plate.tif', 'page.pdf']);
  if (status !== 0 || said.length > 0) throw new Error(`Ghostscript says ${said.join(' ')} (${status})`);
  const plates = new Map<string, Plate>();
  for (const file of FS.readdir('.')) {
    const [, ink] = /^plate\((.*)\)\.tif$/u.exec(file) ?? [];
    if (ink !== undefined) plates.set(decodeURIComponent(ink), await readPlate(FS.readFile(file)));
  }
  return plates;
}

/** In a plate, white is no ink. */
async function readPlate(tiff: Uint8Array): Promise<Plate> {
  const { data, info } = await sharp(tiff).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return toPlate((column, row) => 1 - (data[(row * info.width + column) * info.channels] ?? 255) / 255);
}

/** A plate of pixels of 144 dpi. */
export function toPlate(amountOf: (column: number, row: number) => number): Plate {
  const at = (x: number, y: number): number => amountOf(Math.floor(x * DPI), Math.floor(y * DPI));
  return {
    at,
    within: ({ x, y, width, height }) => {
      let [most, least] = [0, 1];
      for (let down = y; down < y + height; down += 1 / DPI) {
        for (let across = x; across < x + width; across += 1 / DPI) {
          most = Math.max(most, at(across, down));
          least = Math.min(least, at(across, down));
        }
      }
      return { most, least };
    },
  };
}
