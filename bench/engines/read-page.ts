/**
 * A page of `bench/workloads` in the terms that all engines share: boxes at fixed places, with the words of
 * CSS for their looks.
 */
import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import { maxHeight } from '../../src/render/output-size.ts';

/** CSS properties in camel case; lengths are strings with `px`. */
export type Style = Readonly<Record<string, string | number>>;

export type Box = { readonly id: string; readonly style: Style } & (
  | { readonly type: 'plain' }
  | { readonly type: 'text'; readonly text: string }
  /** `src` is the path of a file of the page. */
  | { readonly type: 'picture'; readonly src: string; readonly width: number; readonly height: number }
  | { readonly type: 'code'; readonly code: Code; readonly width: number; readonly height: number }
);

/** A QR code; `margin` is in modules. */
export interface Code {
  readonly value: string;
  readonly margin: number;
  readonly color: string;
}

export interface Page {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly style: Style;
  readonly boxes: readonly Box[];
}

const UNIT_PX = { px: 1, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, pt: 96 / 72 };

/**
 * Reads the page with its blanks filled in. `dpi` is how many pixels an inch has. Throws at elements that not
 * all engines know.
 */
export function readPage(document: TemplateDocument, values: Record<string, string>, dpi: number): Page {
  const unit = (UNIT_PX[document.viewportUnit ?? 'px'] * dpi) / 96;
  const px = (length: number): string => `${Number((length * unit).toFixed(3))}px`;
  const fill = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => values[name] ?? '');
  const width = Math.round(document.viewport.width * unit);
  const height = Math.round(maxHeight(document.viewport) * unit);
  return {
    width,
    height,
    style: {
      position: 'relative',
      display: 'flex',
      overflow: 'hidden',
      width: `${width}px`,
      height: `${height}px`,
      fontFamily: 'Inter',
      ...background(document.background ?? null),
    },
    boxes: (document.elements ?? []).map((element) => readElement(element, { unit, px, fill })),
  };
}

interface Reader {
  readonly unit: number;
  readonly px: (length: number) => string;
  readonly fill: (text: string) => string;
}

function readElement(element: TemplateElement, { unit, px, fill }: Reader): Box {
  const { id } = element;
  const { x, y, width, height } = element;
  const isPlaced = typeof x === 'number' && typeof y === 'number';
  if (!isPlaced || typeof width !== 'number' || typeof height !== 'number')
    throw new Error(`Not all engines have layouts: ${id}.`);
  const size = { width: width * unit, height: height * unit };
  const place = {
    position: 'absolute',
    left: px(x),
    top: px(y),
    width: px(width),
    height: px(height),
  };
  const rounded = (radius: unknown): Style =>
    typeof radius === 'number' ? { borderRadius: px(radius) } : {};
  switch (element.type) {
    case 'rect':
      return {
        id,
        type: 'plain',
        style: { ...place, ...rounded(element.cornerRadius), ...background(element.fill ?? null) },
      };
    case 'image':
      return {
        id,
        type: 'picture',
        src: element.src,
        ...size,
        style: { ...place, ...rounded(element.cornerRadius), objectFit: 'cover' },
      };
    case 'qrcode':
      return {
        id,
        type: 'code',
        style: place,
        ...size,
        code: {
          value: fill(element.value),
          margin: element.margin ?? 4,
          color: typeof element.color === 'string' ? element.color : '#000000',
        },
      };
    case 'text': {
      if (!('text' in element) || typeof element.color !== 'string')
        throw new Error(`${id} is not plain text`);
      return {
        id,
        type: 'text',
        text: fill(element.text ?? ''),
        style: {
          ...place,
          fontSize: px(Number(element.fontSize ?? 16)),
          fontWeight: element.fontWeight ?? 400,
          lineHeight: element.lineHeight ?? 1.2,
          letterSpacing: px(element.letterSpacing ?? 0),
          textAlign: element.align ?? 'left',
          color: element.color,
        },
      };
    }
    case 'ellipse':
    case 'line':
    case 'path':
    case 'barcode':
    case 'chart':
    case 'table':
    case 'group':
      throw new Error(`not all engines draw a ${element.type} (${id})`);
  }
}

/** A colour, or a linear gradient. */
function background(paint: unknown): Style {
  if (paint === null) return {};
  if (typeof paint === 'string') return { backgroundColor: paint };
  const { type, angle, stops } = paint as {
    type: string;
    angle?: number;
    stops: readonly { offset: number; color: string }[];
  };
  if (type !== 'linear') throw new Error(`not all engines draw a ${type} gradient`);
  const list = stops.map(({ offset, color }) => `${color} ${offset * 100}%`);
  return { backgroundImage: `linear-gradient(${angle ?? 180}deg, ${list.join(', ')})` };
}
