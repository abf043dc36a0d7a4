import type { TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import type { Matrix } from '../../render/geometry.ts';
import type { Viewport } from '../../render/vector/svg/shapes.ts';
import { toPx, type LengthUnit } from '../../common/lengths/units.ts';
import { around, type DesignBox } from '../boxes.ts';
import { readNumberList, readUserLength } from './lengths.ts';
import type { DocumentPage, SvgNode } from './read-document.ts';
import type { Area } from './transforms.ts';

/** The longest side of a page in pixels. */
const maxSidePx = 8_000;
const defaultSize: Viewport = { width: 300, height: 150 };

/** The page of a design. */
export interface SvgPage {
  readonly viewport: Viewport;
  readonly unit: LengthUnit;
  /** From the user units of the root element to the page. */
  readonly matrix: Matrix;
  /** What percentages refer to. */
  readonly userViewport: Viewport;
  /** How many times smaller it became. */
  readonly shrunk: number;
}

/**
 * Reads the size of the root element (SVG 2, 8.2), in the unit in which its author gave it.
 *
 * @param part the page of Inkscape, if there are several: as large as the first one is in the document
 */
export function readPage(root: SvgNode, part?: DocumentPage): SvgPage {
  const whole = readViewBox(root.attributes.get('viewBox'));
  const attributes = part === undefined ? root.attributes : partAttributes(root, whole, part);
  const box = part ?? whole;
  const unit = getUnit(attributes.get('width'), attributes.get('height'));
  const around = { width: box?.width ?? defaultSize.width, height: box?.height ?? defaultSize.height };
  const side = (name: 'width' | 'height'): number | null => {
    const text = attributes.get(name) ?? 'auto';
    if (text.trim().endsWith('%')) return null;
    const px = readUserLength(text, { whole: around[name], fontSize: 16 });
    return px !== null && px > 0 ? px : null;
  };
  let [width, height] = [side('width'), side('height')];
  const ratio = around.width / around.height;
  width ??= height === null ? around.width : height * ratio;
  height ??= width / ratio;
  const shrunk = Math.max(1, Math.max(width, height) / maxSidePx);
  const perUnit = toPx(1, unit) * shrunk;
  const viewport = { width: pageSide(width / perUnit, unit), height: pageSide(height / perUnit, unit) };
  const userViewport = box === null ? { width, height } : { width: box.width, height: box.height };
  const size = { width: width / perUnit, height: height / perUnit };
  const matrix = viewBoxMatrix(attributes.get('preserveAspectRatio'), box, size, 1 / perUnit);
  return { viewport, unit, matrix, userViewport, shrunk };
}

/** The size of a part of the document, with the unit of the whole. */
function partAttributes(
  { attributes }: SvgNode,
  whole: ReturnType<typeof readViewBox>,
  part: DocumentPage,
): Map<string, string> {
  const sized = new Map(attributes);
  for (const side of ['width', 'height'] as const) {
    const [, length, unit = ''] =
      /^\s*([\d.]+(?:e-?\d+)?)\s*([a-z]*)\s*$/iu.exec(attributes.get(side) ?? '') ?? [];
    const scale = whole === null || length === undefined ? 1 : Number(length) / whole[side];
    sized.set(side, `${part[side] * scale}${unit}`);
  }
  return sized;
}

/** The elements that lie on a page, those in plain groups too. */
export function onPage(elements: readonly TemplateElement[], page: Area): TemplateElement[] {
  return elements.flatMap((element) => {
    const box = around([element as Partial<DesignBox>]);
    const isBeside =
      box.x >= page.x + page.width ||
      box.y >= page.y + page.height ||
      box.x + box.width <= page.x ||
      box.y + box.height <= page.y;
    if (isBeside) return [];
    const isPlain = !('rotation' in element) && !('skewX' in element) && !('flipX' in element);
    if (element.type !== 'group' || !isPlain || 'flipY' in element) return [element];
    const { x = 0, y = 0 } = element;
    const inner = onPage(element.elements, { ...page, x: page.x - Number(x), y: page.y - Number(y) });
    return inner.length === 0 ? [] : [{ ...element, elements: inner }];
  });
}

/** The keys of the template for a page. */
export function templatePage(
  { viewport, unit }: SvgPage,
  name: string,
): Pick<TemplateDocument, 'name' | 'viewport' | 'viewportUnit'> {
  return { name, viewport, ...(unit !== 'px' && { viewportUnit: unit }) };
}

/** `x y width height`; null if it is absent, or has no area. */
export function readViewBox(
  value: string | undefined,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null {
  const [x = 0, y = 0, width = 0, height = 0] = readNumberList(value);
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/**
 * From the coordinates inside of a viewport to those around it (SVG 2, 8.6), for a viewport at 0, 0.
 *
 * @param plain the scale without a viewBox
 */
export function viewBoxMatrix(
  preserve: string | undefined,
  box: ReturnType<typeof readViewBox>,
  { width, height }: Viewport,
  plain: number,
): Matrix {
  if (box === null) return { a: plain, b: 0, c: 0, d: plain, e: 0, f: 0 };
  const [sx, sy] = [width / box.width, height / box.height];
  const value = preserve ?? 'xMidYMid meet';
  if (/\bnone\b/u.test(value)) return { a: sx, b: 0, c: 0, d: sy, e: -box.x * sx, f: -box.y * sy };
  const [, x = 'Mid', y = 'Mid'] = /x(Min|Mid|Max)Y(Min|Mid|Max)/u.exec(value) ?? [];
  const both = value.includes('slice') ? Math.max(sx, sy) : Math.min(sx, sy);
  const share = (name: string): number => (name === 'Min' ? 0 : name === 'Max' ? 1 : 0.5);
  const e = (width - box.width * both) * share(x) - box.x * both;
  const f = (height - box.height * both) * share(y) - box.y * both;
  return { a: both, b: 0, c: 0, d: both, e, f };
}

function getUnit(...sides: readonly (string | undefined)[]): LengthUnit {
  const units = sides.map((side) => /(mm|cm|in|pt)\s*$/iu.exec(side ?? '')?.[1]?.toLowerCase() ?? 'px');
  const [first = 'px', second = 'px'] = units;
  return first === second ? (first as LengthUnit) : 'px';
}

/** Sides in px are whole. */
function pageSide(length: number, unit: LengthUnit): number {
  return unit === 'px' ? Math.max(1, Math.round(length)) : Math.max(0.01, Math.round(length * 1e4) / 1e4);
}
