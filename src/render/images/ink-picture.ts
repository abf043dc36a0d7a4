import sharp from 'sharp';

/** A picture in inks: the greatest value is all of an ink. In Lab, 128 is the middle of a and b. */
export interface InkPicture {
  readonly mode: 'cmyk' | 'lab';
  readonly width: number;
  readonly height: number;
  /** For each channel; those of 16 bits have the higher byte first. */
  readonly bits: 8 | 16;
  readonly planes: readonly Uint8Array[];
  /** An ICC profile of these inks; null: usual ones. */
  readonly profile: Uint8Array | null;
}

/** TIFF 6.0: tags, and the types of their values. */
const [short, long, undefinedType] = [3, 4, 7];
const separated = 5;

/** The picture as a PNG in sRGB, converted by its profile. */
export async function pictureOfInks(picture: InkPicture): Promise<Uint8Array> {
  const { width, height } = picture;
  const opened =
    picture.mode === 'cmyk'
      ? sharp(toTiff(picture)).toColourspace('srgb')
      : sharp(labToRgb(picture), { raw: { width, height, channels: 3 } });
  return await opened.png({ compressionLevel: 6 }).toBuffer();
}

/** From XYZ of the white D50, which Lab has, to red, green and blue of sRGB in linear light (Bradford). */
const toLinear = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;
const white = [0.9642, 1, 0.8249] as const;

/** Values of sRGB for linear light, in even steps. */
const steps = 4_095;

/** CIE 15, 8.2.1, and IEC 61966-2-1. */
function labToRgb({ width, height, bits, planes }: InkPicture): Buffer {
  const size = bits / 8;
  const curve = Uint8Array.from({ length: steps + 1 }, (_, step) => {
    const light = step / steps;
    return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
  });
  const rgb = Buffer.alloc(width * height * 3);
  const [lightness, greenRed, blueYellow] = planes;
  const valueAt = (plane: Uint8Array | undefined, pixel: number): number =>
    (plane?.[pixel * size] ?? 0) + (size === 2 ? (plane?.[pixel * size + 1] ?? 0) / 256 : 0);
  const cube = (f: number): number => (f > 6 / 29 ? f ** 3 : 3 * (6 / 29) ** 2 * (f - 4 / 29));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const fy = ((valueAt(lightness, pixel) / 255) * 100 + 16) / 116;
    const x = white[0] * cube(fy + (valueAt(greenRed, pixel) - 128) / 500);
    const y = white[1] * cube(fy);
    const z = white[2] * cube(fy - (valueAt(blueYellow, pixel) - 128) / 200);
    for (const [channel, [ofX, ofY, ofZ]] of toLinear.entries()) {
      const light = Math.min(1, Math.max(0, ofX * x + ofY * y + ofZ * z));
      rgb[pixel * 3 + channel] = curve[Math.round(light * steps)] ?? 0;
    }
  }
  return rgb;
}

/** An uncompressed TIFF. */
function toTiff({ width, height, bits, planes, profile }: InkPicture): Buffer {
  const data = interleave(planes, bits / 8);
  const start = 8;
  const each = planes.map(() => bits);
  const fields: readonly (readonly [tag: number, type: number, values: readonly number[] | Uint8Array])[] = [
    [256, long, [width]],
    [257, long, [height]],
    [258, short, each],
    [259, short, [1]],
    [262, short, [separated]],
    [273, long, [start]],
    [277, short, [planes.length]],
    [278, long, [height]],
    [279, long, [data.byteLength]],
    [284, short, [1]],
    [332, short, [1]],
    ...(profile === null ? [] : [[34_675, undefinedType, profile] as const]),
  ];
  const directory = start + data.byteLength + (data.byteLength % 2);
  const head = Buffer.alloc(8);
  head.write('MM\0*', 'latin1');
  head.writeUInt32BE(directory, 4);
  const table = Buffer.alloc(2 + fields.length * 12 + 4);
  table.writeUInt16BE(fields.length);
  const outside: Buffer[] = [];
  let place = directory + table.byteLength;
  for (const [index, [tag, type, values]] of fields.entries()) {
    const bytes = values instanceof Uint8Array ? Buffer.from(values) : writeNumbers(values, type);
    const at = 2 + index * 12;
    table.writeUInt16BE(tag, at);
    table.writeUInt16BE(type, at + 2);
    table.writeUInt32BE(values.length, at + 4);
    if (bytes.byteLength <= 4) bytes.copy(table, at + 8);
    else {
      table.writeUInt32BE(place, at + 8);
      const padded = Buffer.concat([bytes, Buffer.alloc(bytes.byteLength % 2)]);
      outside.push(padded);
      place += padded.byteLength;
    }
  }
  return Buffer.concat([head, data, Buffer.alloc(data.byteLength % 2), table, ...outside]);
}

/** The channels of each pixel beside each other. */
function interleave(planes: readonly Uint8Array[], size: number): Buffer {
  const data = Buffer.alloc(planes.reduce((sum, plane) => sum + plane.byteLength, 0));
  for (const [index, plane] of planes.entries())
    for (let at = 0; at < plane.byteLength; at += 1) {
      const pixel = Math.floor(at / size);
      data[(pixel * planes.length + index) * size + (at % size)] = plane[at] ?? 0;
    }
  return data;
}

function writeNumbers(values: readonly number[], type: number): Buffer {
  const size = type === short ? 2 : 4;
  const bytes = Buffer.alloc(values.length * size);
  for (const [index, value] of values.entries()) bytes.writeUIntBE(value, index * size, size);
  return bytes;
}
