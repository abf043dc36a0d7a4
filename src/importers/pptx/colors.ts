/** Colours of DrawingML (ECMA-376, part 1, 20.1.2.3). */
import { canonicalColor } from '../../render/bind/colors.ts';
import { computeLuminance, setHsl, toHsl, type Rgb } from '../color-spaces.ts';
import { findNode, readNumber, type XmlNode } from './xml.ts';

/** What the names of colours of a theme mean on a slide. */
export interface ColorScheme {
  /** Colours by their names in the theme, such as `accent1`. */
  readonly colors: ReadonlyMap<string, string>;
  /** What `bg1`, `tx1` and others are in the theme. */
  readonly map: Readonly<Record<string, string>>;
}

const kinds = ['srgbClr', 'scrgbClr', 'schemeClr', 'sysClr', 'prstClr', 'hslClr'];
const shortWords: readonly (readonly [RegExp, string])[] = [
  [/^dk/u, 'dark'],
  [/^lt/u, 'light'],
  [/^med/u, 'medium'],
];

/** The colours of a theme. */
export function readThemeColors(theme: XmlNode | undefined): ReadonlyMap<string, string> {
  const plain: ColorScheme = { colors: new Map(), map: {} };
  const scheme = findNode(theme, 'themeElements', 'clrScheme');
  return new Map(
    scheme?.children.flatMap((each) => {
      const color = readColor(each, plain);
      return color === null ? [] : [[each.name, color] as const];
    }),
  );
}

/**
 * The colour in an element, as `#rrggbbaa`; null if it has none.
 *
 * @param placeholder the colour that stands for `phClr` in styles of the theme
 */
export function readColor(
  parent: XmlNode | undefined,
  scheme: ColorScheme,
  placeholder: string | null = null,
): string | null {
  const node = parent?.children.find(({ name }) => kinds.includes(name));
  if (node === undefined) return null;
  const base = getBase(node, scheme, placeholder);
  return base === null ? null : change(base, node.children);
}

function getBase(node: XmlNode, { colors, map }: ColorScheme, placeholder: string | null): string | null {
  const { val = '', lastClr = '' } = node.attributes;
  switch (node.name) {
    case 'srgbClr':
      return canonicalColor(`#${val}`);
    case 'sysClr':
      return canonicalColor(`#${lastClr}`) ?? (val === 'window' ? '#ffffffff' : '#000000ff');
    case 'prstClr':
      return canonicalColor(
        shortWords.reduce((name, [short, long]) => name.replace(short, long), val).toLowerCase(),
      );
    case 'schemeClr':
      return val === 'phClr' ? placeholder : (colors.get(map[val] ?? val) ?? null);
    case 'hslClr': {
      const color: Rgb = [0, 0, 0];
      const [hue = 0, sat = 0, lum = 0] = ['hue', 'sat', 'lum'].map((name) => readNumber(node, name) ?? 0);
      setHsl(color, hue / 21_600_000, sat / 100_000, lum / 100_000);
      return toHex(color, 1);
    }
    default: {
      const light = ['r', 'g', 'b'].map((name) => (readNumber(node, name) ?? 0) / 100_000);
      return toHex(
        light.map((value) => 255 * fromLinear(value)),
        1,
      );
    }
  }
}

/** Applies changes such as `lumMod` in their order. */
function change(hex: string, changes: readonly XmlNode[]): string {
  const [r = 0, g = 0, b = 0, a = 255] = [1, 3, 5, 7].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const color: Rgb = [r, g, b];
  let alpha = a / 255;
  for (const node of changes) {
    const share = (readNumber(node, 'val') ?? 100_000) / 100_000;
    const { hue, saturation, lightness } = toHsl(color);
    switch (node.name) {
      case 'alpha':
        alpha = share;
        break;
      case 'alphaMod':
        alpha *= share;
        break;
      case 'lumMod':
        setHsl(color, hue, saturation, within(lightness * share));
        break;
      case 'lumOff':
        setHsl(color, hue, saturation, within(lightness + share));
        break;
      case 'satMod':
        setHsl(color, hue, within(saturation * share), lightness);
        break;
      case 'satOff':
        setHsl(color, hue, within(saturation + share), lightness);
        break;
      case 'shade':
        mapLight(color, (light) => light * share);
        break;
      case 'tint':
        mapLight(color, (light) => 1 - (1 - light) * share);
        break;
      case 'gray':
        color.fill(computeLuminance(color));
        break;
      default:
        break;
    }
  }
  return toHex(color, alpha);
}

function within(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function mapLight(color: Rgb, map: (light: number) => number): void {
  for (const [channel, value] of color.entries())
    color[channel] = 255 * fromLinear(within(map(toLinear(value / 255))));
}

/** IEC 61966-2-1. */
function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}

function toHex(color: readonly number[], alpha: number): string {
  const bytes = [...color, alpha * 255].map((value) => Math.round(Math.min(255, Math.max(0, value))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
