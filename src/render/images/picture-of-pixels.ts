import sharp from 'sharp';

/** Pixels in rows from the top. Alpha is straight. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** Smaller files stay without loss. */
const maxLosslessBytes = 400_000;

/** No difference is seen; edges keep their colours. */
const jpeg = { quality: 92, chromaSubsampling: '4:4:4' } as const;

/** A file of pixels: PNG, or JPEG if the picture is large and opaque and that is less than half as large. */
export async function pictureOfPixels({ data, ...raw }: Pixels): Promise<Uint8Array> {
  const picture = sharp(data, { raw });
  const png = await picture.clone().png({ compressionLevel: 9 }).toBuffer();
  if (raw.channels === 4 || png.byteLength <= maxLosslessBytes) return png;
  const lossy = await picture.clone().jpeg(jpeg).toBuffer();
  return lossy.byteLength < png.byteLength / 2 ? lossy : png;
}
