import type { TemplateElement } from '../../../generated/template.ts';

/** Keys whose numbers are lengths, in elements and in what these hold. */
const lengthKeys: ReadonlySet<string> = new Set([
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'maxWidth',
  'minHeight',
  'maxHeight',
  'margin',
  'left',
  'right',
  'top',
  'bottom',
  'gap',
  'rowGap',
  'padding',
  'blur',
  'backdropBlur',
  'spread',
  'cornerRadius',
  'topLeft',
  'topRight',
  'bottomRight',
  'bottomLeft',
  'dash',
  'dashOffset',
  'tileWidth',
  'moduleSize',
  'barWidthReduction',
  'fontSize',
  'minFontSize',
  'maxFontSize',
  'letterSpacing',
  'columnGap',
  'paragraphSpacing',
  'indent',
  'decorationThickness',
  'decorationOffset',
  'baselineShift',
]);

/** Keys that hold no lengths of the document: shares, paths, and what others draw. */
const keptKeys: ReadonlySet<string> = new Set([
  'crop',
  'fill',
  'color',
  'colors',
  'mask',
  'path',
  'options',
  'spec',
  'format',
  'anchor',
  'fontFeatures',
  'fontVariations',
  'logo',
]);

/** An element with all its lengths, and those of what is in it, multiplied. */
export function scaleLengths<Element extends TemplateElement>(element: Element, factor: number): Element {
  return scaleIn(element, factor, isCode(element) ? withoutMargin : lengthKeys) as Element;
}

/** The margin of a QR code is counted in modules. */
const withoutMargin: ReadonlySet<string> = new Set([...lengthKeys].filter((key) => key !== 'margin'));

function isCode(value: object): boolean {
  return 'type' in value && value.type === 'qrcode';
}

function scaleIn(value: object, factor: number, keys: ReadonlySet<string>): object {
  const scaled: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    const isLength = keys.has(key);
    const isPlace = key === 'position' && 'type' in value && value.type === 'image';
    if (keptKeys.has(key) || isPlace) scaled[key] = inner;
    else if (isLength && typeof inner === 'number') scaled[key] = round(inner * factor);
    else if (Array.isArray(inner))
      scaled[key] = inner.map((each: unknown) =>
        typeof each === 'number' && isLength
          ? round(each * factor)
          : typeof each === 'object' && each !== null
            ? scaleIn(each, factor, isCode(each) ? withoutMargin : lengthKeys)
            : each,
      );
    else if (typeof inner === 'object' && inner !== null) scaled[key] = scaleIn(inner, factor, keys);
    else scaled[key] = inner;
  }
  return scaled;
}

/** Rounds a length to hundredths; what would vanish keeps three digits. */
export function round(length: number): number {
  const rounded = Math.round(length * 100) / 100;
  return rounded !== 0 || length === 0 ? rounded + 0 : Number(length.toPrecision(3));
}
