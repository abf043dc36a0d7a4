/** Fills, lines and shadows of shapes (ECMA-376, part 1, 20.1.8). */
import type { Gradient, Paint, Shadow, Stroke } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import { readColor } from './colors.ts';
import { emuPerPx, type Sheet } from './context.ts';
import { findNode, isOn, listNodes, readNumber, type XmlNode } from './xml.ts';

/** What fills an area. */
export type Fill =
  | { readonly kind: 'none' }
  | { readonly kind: 'paint'; readonly paint: Paint }
  /** `sheet`: where the picture is found */
  | { readonly kind: 'picture'; readonly node: XmlNode; readonly sheet: Sheet };

/** Where paints are read. */
interface PaintPlace {
  readonly sheet: Sheet;
  /** The colour of a shape that stands for `phClr` in a style of the theme. */
  readonly placeholder?: string | null;
  /** The fill of the group. */
  readonly ofGroup?: Fill | null;
  readonly lose: (property: string, reason: string) => void;
}

const fillNames = ['noFill', 'solidFill', 'gradFill', 'blipFill', 'pattFill', 'grpFill'];

/** Lengths of dashes and gaps, as multiples of the width of the line. */
const dashes: Readonly<Record<string, readonly number[]>> = {
  dot: [1, 3],
  dash: [4, 3],
  lgDash: [8, 3],
  dashDot: [4, 3, 1, 3],
  lgDashDot: [8, 3, 1, 3],
  lgDashDotDot: [8, 3, 1, 3, 1, 3],
  sysDot: [1, 1],
  sysDash: [3, 1],
  sysDashDot: [3, 1, 1, 1],
  sysDashDotDot: [3, 1, 1, 1, 1, 1],
};

const plainWidth = 9_525;

/** The fill that an element says; null if it says none. */
export function readFill(holder: XmlNode | undefined, place: PaintPlace): Fill | null {
  const node = holder?.children.find(({ name }) => fillNames.includes(name));
  return node === undefined ? null : readFillNode(node, place);
}

/** The fill of a style of the theme, by its number, which shapes refer to. */
export function readStyleFill(reference: XmlNode | undefined, place: PaintPlace): Fill | null {
  const index = readNumber(reference, 'idx') ?? 0;
  const list = index > 1_000 ? 'bgFillStyleLst' : 'fillStyleLst';
  const styles = findNode(place.sheet.theme, 'themeElements', 'fmtScheme', list);
  const node = styles?.children[(index % 1_000) - 1];
  if (node === undefined) return null;
  return readFillNode(node, { ...place, placeholder: readColor(reference, place.sheet.scheme) });
}

function readFillNode(node: XmlNode, place: PaintPlace): Fill | null {
  const { sheet, placeholder = null, ofGroup = null, lose } = place;
  switch (node.name) {
    case 'noFill':
      return { kind: 'none' };
    case 'grpFill':
      return ofGroup;
    case 'blipFill':
      return { kind: 'picture', node, sheet };
    case 'gradFill': {
      const gradient = readGradient(node, place);
      return gradient === null ? { kind: 'none' } : { kind: 'paint', paint: gradient };
    }
    case 'pattFill': {
      lose('pattFill', 'A pattern becomes the colour behind it.');
      const paint = readColor(findNode(node, 'bgClr'), sheet.scheme, placeholder) ?? '#ffffff';
      return { kind: 'paint', paint };
    }
    default: {
      const paint = readColor(node, sheet.scheme, placeholder);
      return paint === null ? { kind: 'none' } : { kind: 'paint', paint };
    }
  }
}

function readGradient(node: XmlNode, { sheet, placeholder = null, lose }: PaintPlace): Gradient | null {
  const stops = listNodes(findNode(node, 'gsLst'), 'gs')
    .flatMap((stop) => {
      const color = readColor(stop, sheet.scheme, placeholder);
      const offset = Math.min(1, Math.max(0, (readNumber(stop, 'pos') ?? 0) / 100_000));
      return color === null ? [] : { offset: rounded(offset), color };
    })
    .toSorted((one, other) => one.offset - other.offset);
  if (stops.length === 0) return null;
  const path = findNode(node, 'path');
  if (path === undefined) {
    const angle = (readNumber(findNode(node, 'lin'), 'ang') ?? 0) / 60_000 + 90;
    return { type: 'linear', angle: rounded(angle % 360), stops };
  }
  if (path.attributes['path'] !== 'circle')
    lose('gradFill', 'A gradient from a rectangle becomes one from a circle.');
  const to = findNode(path, 'fillToRect');
  const [l = 0, t = 0, r = 0, b = 0] = ['l', 't', 'r', 'b'].map((side) => (readNumber(to, side) ?? 0) / 1e5);
  const center = { x: rounded((l + 1 - r) / 2), y: rounded((t + 1 - b) / 2) };
  const reach = Math.hypot(Math.max(center.x, 1 - center.x), Math.max(center.y, 1 - center.y));
  return { type: 'radial', center, radius: Math.max(0.001, rounded(reach)), stops };
}

/**
 * The line around a shape; null if it has none.
 *
 * @param lines from the layout to the shape itself
 */
export function readStroke(
  lines: readonly XmlNode[],
  reference: XmlNode | undefined,
  place: PaintPlace,
): Stroke | null {
  const { sheet, lose } = place;
  const index = (readNumber(reference, 'idx') ?? 0) - 1;
  const styles = findNode(sheet.theme, 'themeElements', 'fmtScheme', 'lnStyleLst');
  const style = index < 0 ? undefined : styles?.children[index];
  const placeholder = readColor(reference, sheet.scheme);
  const fills = lines.map((line) => readFill(line, place));
  const fill =
    fills.findLast((each) => each !== null) ?? (style ? readFill(style, { ...place, placeholder }) : null);
  if (fill?.kind !== 'paint') {
    if (fill?.kind === 'picture') lose('ln', 'A line has no picture.');
    return null;
  }
  const all = style === undefined ? lines : [style, ...lines];
  const width =
    (all.map((line) => readNumber(line, 'w')).findLast((each) => each !== null) ?? plainWidth) / emuPerPx;
  const says = (...names: string[]) =>
    all.flatMap(({ children }) => children.filter(({ name }) => names.includes(name))).at(-1);
  if (!['sng', undefined].includes(all.at(-1)?.attributes['cmpd'])) lose('cmpd', 'A line has one stroke.');
  const dash = dashes[says('prstDash')?.attributes['val'] ?? ''];
  const join = says('round', 'bevel', 'miter')?.name;
  const cap = { rnd: 'round', sq: 'square' }[all.at(-1)?.attributes['cap'] ?? ''];
  return {
    color: fill.paint,
    width: rounded(width),
    ...(dash !== undefined && { dash: dash.map((length) => rounded(length * width)) }),
    ...((cap === 'round' || cap === 'square') && { cap }),
    ...((join === 'round' || join === 'bevel') && { join }),
  };
}

/** The shadow of a shape; null if it has none. Other effects are losses. */
export function readShadow(
  holder: XmlNode | undefined,
  reference: XmlNode | undefined,
  { sheet, lose }: PaintPlace,
): Shadow | null {
  const index = (readNumber(reference, 'idx') ?? 0) - 1;
  const styles = findNode(sheet.theme, 'themeElements', 'fmtScheme', 'effectStyleLst');
  const ofStyle = index < 0 ? undefined : findNode(styles?.children[index], 'effectLst');
  const effects = findNode(holder, 'effectLst') ?? ofStyle;
  for (const node of [
    ...(effects?.children ?? []),
    ...listNodes(holder, 'scene3d'),
    ...listNodes(holder, 'sp3d'),
  ]) {
    if (node.name === 'outerShdw' || (/3d$/u.test(node.name) && !isSolid(node))) continue;
    lose(node.name, 'The template has no such effect.');
  }
  const shadow = findNode(effects, 'outerShdw');
  const color = readColor(shadow, sheet.scheme, readColor(reference, sheet.scheme));
  if (shadow === undefined || color === null) return null;
  const scales = ['sx', 'sy'].map((side) => (readNumber(shadow, side) ?? 100_000) / 100_000);
  if (scales.some((scale) => Math.abs(scale - 1) > 0.1)) {
    lose('outerShdw', 'A shadow is as large as what casts it.');
    return null;
  }
  const [blur, distance] = ['blurRad', 'dist'].map((name) => (readNumber(shadow, name) ?? 0) / emuPerPx);
  const angle = ((readNumber(shadow, 'dir') ?? 0) / 60_000 / 180) * Math.PI;
  return {
    x: rounded((distance ?? 0) * Math.cos(angle)),
    y: rounded((distance ?? 0) * Math.sin(angle)),
    blur: rounded(blur ?? 0),
    color,
  };
}

/** Whether a shape is shown as a body: most programs write an empty scene. */
function isSolid(node: XmlNode): boolean {
  if (node.name === 'sp3d') return node.children.some(({ name }) => /^bevel|^extrusion/u.test(name));
  const camera = findNode(node, 'camera')?.attributes['prst'] ?? 'orthographicFront';
  return camera !== 'orthographicFront' || isOn(findNode(node, 'backdrop') && '1');
}
