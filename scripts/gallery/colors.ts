/** The main colours of a picture, by the names that people search for. */
import sharp from 'sharp';

const COLORS = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
  'beige',
  'white',
  'grey',
  'black',
] as const;

type ColorName = (typeof COLORS)[number];

/** A picture is searched by so many colours at most, */
const MAX_COLORS = 3;
/** each of which has this part of it; vivid ones are seen in smaller areas. */
const MIN_SHARE = { vivid: 0.05, quiet: 0.18 };
const QUIET: ReadonlySet<ColorName> = new Set(['beige', 'white', 'grey', 'black']);

/** Hue in degrees of OKLCH up to which a vivid colour has a name. */
const HUES: readonly (readonly [number, ColorName])[] = [
  [12, 'pink'],
  [42, 'red'],
  [74, 'orange'],
  [112, 'yellow'],
  [166, 'green'],
  [218, 'teal'],
  [276, 'blue'],
  [322, 'purple'],
  [360, 'pink'],
];

/** Finds the names of a picture's main colours, the largest first. */
export async function findColors(picture: string): Promise<readonly ColorName[]> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .resize({ width: 64, height: 64, fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = new Map<ColorName, number>();
  for (let at = 0; at < data.length; at += info.channels) {
    const name = nameColor(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const share = (name: ColorName): number => (counts.get(name) ?? 0) / (info.width * info.height);
  return COLORS.filter((name) => share(name) >= (QUIET.has(name) ? MIN_SHARE.quiet : MIN_SHARE.vivid))
    .toSorted((a, b) => share(b) - share(a))
    .slice(0, MAX_COLORS);
}

function nameColor(red: number, green: number, blue: number): ColorName {
  const { lightness, chroma, hue } = toOklch(red, green, blue);
  if (lightness < 0.3 && chroma < 0.06) return 'black';
  if (chroma < 0.022) return lightness > 0.93 ? 'white' : 'grey';
  const isWarm = hue > 40 && hue < 112;
  if (isWarm && lightness > 0.82 && chroma < 0.075) return 'beige';
  if (hue > 25 && hue < 100 && lightness < 0.62 && chroma < 0.115) return 'brown';
  if (chroma < 0.04) return lightness > 0.93 ? 'white' : 'grey';
  return HUES.find(([end]) => hue <= end)?.[1] ?? 'pink';
}

/** Björn Ottosson's OKLab, in polar coordinates. */
function toOklch(red: number, green: number, blue: number) {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)] as const;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const across = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const along = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(along, across) * 180) / Math.PI;
  return { lightness, chroma: Math.hypot(across, along), hue: (hue + 360) % 360 };
}

function toLinear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
