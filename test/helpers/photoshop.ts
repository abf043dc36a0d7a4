/** Documents of Photoshop, written for tests of their importer. */
import { initializeCanvas, writePsdUint8Array, type Layer, type Psd } from 'ag-psd';
import sharp from 'sharp';
import { convertDesign } from '../../src/importers/convert-design.ts';
import type { ConvertedDesign } from '../../src/importers/design.ts';
import { getDesign, undecoded } from './designs.ts';

initializeCanvas(
  () => {
    throw new Error('No canvas is used.');
  },
  (width, height) => ({ data: new Uint8ClampedArray(width * height * 4), width, height, colorSpace: 'srgb' }),
);

type Rgba = readonly [number, number, number, number];

/** Pixels of one colour. */
export function plain(width: number, height: number, color: Rgba) {
  return {
    width,
    height,
    data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, index) => color[index % 4] ?? 0),
  };
}

/** A layer of one colour. */
export function squareLayer(
  name: string,
  at: number,
  size: number,
  color: Rgba,
  more: Partial<Layer> = {},
): Layer {
  return {
    name,
    left: at,
    top: at,
    right: at + size,
    bottom: at + size,
    imageData: plain(size, size, color),
    ...more,
  };
}

/** Converts a document, which has 60 × 60 pixels by default. */
export async function convertLayers(children: Layer[], more: Partial<Psd> = {}): Promise<ConvertedDesign> {
  const bytes = writePsdUint8Array({ width: 60, height: 60, children, ...more });
  return await convertDesign(
    getDesign('card.psd', bytes),
    { variables: 'none', fetchImage: null },
    undecoded,
  );
}

/** A pixel of a picture of the folder. Default: the first one. */
export async function getPixel({ folder }: ConvertedDesign, src: string, x = 0, y = 0): Promise<number[]> {
  const { data, info } = await sharp(folder.files.get(src))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 4).subarray(0, 4)];
}
