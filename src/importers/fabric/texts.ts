import type { RectElement, TemplateElement, TextElement, TextRun } from '../../../generated/template.ts';
import type { FabricObject, FabricPaint } from '../../../generated/designs/fabric.ts';
import { multiply, type Matrix, type Rect } from '../../render/geometry.ts';
import { pathBounds } from '../../render/vector/path-data.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readCssColor } from '../css-paint.ts';
import type { SavedLines } from '../fit-stand-in.ts';
import { placeBox, type Placed } from '../placement.ts';
import { readEffects, readName } from './common-keys.ts';
import type { FabricContext } from './context.ts';
import { readStrokeWidth, translation } from './geometry.ts';
import { commandsPath, readType } from './outlines.ts';
import { readPaint } from './paints.ts';
import { isPainted } from './svg-shape.ts';
import { belowBaseline, defaultFamily, defaultSize, readFace, lineFactor } from './text-fonts.ts';
import { styledPieces, type CharacterStyle } from './text-styles.ts';

/** Sizes of letters that differ across and down by less are the same. */
const tolerance = 0.02;

/** Converts a text, whose transform is from its middle. */
export function convertText(
  object: FabricObject,
  bounds: Rect,
  matrix: Matrix,
  { builder, measure }: FabricContext,
): TemplateElement[] {
  const name = readName(object);
  const {
    fontSize = defaultSize,
    lineHeight = 1.16,
    charSpacing = 0,
    textAlign = 'left',
    direction,
  } = object;
  const placed = placeBox(matrix, bounds);
  const scale = placed.scaleY;
  loseText(object, name, placed, builder);
  const face = readFace(object, name, builder);
  const size = Math.max(0.1, rounded(fontSize * scale));
  const multiple = Math.max(0.01, rounded(lineHeight * lineFactor));
  const path = getPath(object);
  const style = getStyle(object, object, placed, name, builder);
  const align = getAlign(textAlign);
  const element: TextElement = {
    type: 'text',
    id: builder.names.idFor(name, 'text'),
    ...placed.box,
    ...readEffects(object, placed, builder),
    ...face,
    fontSize: size,
    lineHeight: multiple,
    align,
    overflow: 'visible',
    ...style,
    ...getStroke(object, object, placed, name, builder),
    ...(readType(object) !== 'textbox' && { wrap: false }),
    ...(charSpacing !== 0 && { letterSpacing: rounded((charSpacing / 1000) * fontSize * scale) }),
    ...(direction === 'rtl' || direction === 'ltr' ? { direction } : {}),
    ...(path !== null && { path }),
  };
  const pieces = styledPieces(object, (property) =>
    builder.lose(name, `styles.${property}`, 'It is not converted.'),
  );
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined && Object.keys(first.style).length === 0)
    element.text = first.text;
  else element.runs = pieces.map((piece) => getRun(object, piece, placed, { name, builder }));
  const largest = Math.max(size, ...(element.runs ?? []).map((run) => Number(run.fontSize ?? 0)));
  if (hasStandIn(object, builder)) {
    const saved = savedLines(object, placed);
    if (saved !== null) builder.fitStandIn(element, saved, name, measure);
  }
  for (const piece of element.runs ?? [element]) builder.proposeText(piece, { name, from: name });
  // All of a text moves up or down, so that its baselines are where Fabric.js draws them.
  if (path === null) {
    const wanted = lineFactor * (1 - belowBaseline) * largest;
    const share = Number(element.fontSize ?? size) / size;
    const lineHeight = element.lineHeight ?? multiple;
    const own = builder.fonts.baseline({ ...face, fontSize: largest * share, lineHeight });
    const moved = placeBox(multiply(matrix, translation(0, (wanted - own) / scale)), bounds);
    Object.assign(element, { x: moved.box.x, y: moved.box.y });
  }
  return [...getBackground(object, bounds, matrix, builder), element];
}

/** Whether other fonts stand in for those of a text. */
function hasStandIn(object: FabricObject, { fonts }: TemplateBuilder): boolean {
  return fonts.isStandIn(object.fontFamily ?? defaultFamily);
}

/** The lines that Fabric.js has saved: a text box has their height, other texts have their width. */
function savedLines(object: FabricObject, { scaleX }: Placed): SavedLines | null {
  const { text = '', width = 0, height, fontSize = defaultSize, lineHeight = 1.16 } = object;
  const hard = text.split('\n').length;
  if (readType(object) !== 'textbox')
    return width > 0 ? { lines: hard, width: width * scaleX, isNatural: true } : null;
  if (height === undefined || object.splitByGrapheme === true) return null;
  const lines = 1 + Math.round((height / (fontSize * lineFactor) - 1) / Math.max(0.1, lineHeight));
  return { lines: Math.max(hard, lines), width: width * scaleX, isNatural: false };
}

function loseText(
  object: FabricObject,
  name: string,
  { scaleX, scaleY }: Placed,
  builder: TemplateBuilder,
): void {
  if (Math.abs(scaleX - scaleY) > tolerance * Math.max(scaleX, scaleY))
    builder.lose(name, 'scaleX', 'Letters of a template are as wide as their font has them.');
  if (object.overline === true) builder.lose(name, 'overline', 'A template has no line above a text.');
  if (object.underline === true && object.linethrough === true)
    builder.lose(name, 'linethrough', 'A text has one line: it is underlined.');
  const hasStroke = isPainted(object.stroke ?? '') && readStrokeWidth(object) > 0;
  if (hasStroke && object.paintFirst !== 'stroke' && isPainted(object.fill ?? 'black'))
    builder.lose(name, 'paintFirst', 'The outline of a text is behind its letters.');
  if ((object.strokeDashArray ?? []).length > 0 && hasStroke)
    builder.lose(name, 'strokeDashArray', 'The outline of a text has no dashes.');
  if (object.splitByGrapheme === true)
    builder.lose(name, 'splitByGrapheme', 'Lines break between words where they can.');
  const { path } = object;
  if (typeof path === 'object' && !Array.isArray(path)) {
    if (object.pathSide === 'right') builder.lose(name, 'pathSide', 'A text runs on the left of its path.');
    if ((object.pathStartOffset ?? 0) !== 0)
      builder.lose(name, 'pathStartOffset', 'A text begins where its path does.');
    if ((object.pathAlign ?? 'baseline') !== 'baseline')
      builder.lose(name, 'pathAlign', 'A text has its baseline on the path.');
  }
}

function getStyle(
  style: CharacterStyle,
  { width = 0, height = 0 }: FabricObject,
  { scaleX, scaleY }: Placed,
  name: string,
  builder: TemplateBuilder,
): Pick<TextRun, 'color' | 'decoration' | 'highlight'> {
  const { fill = 'rgb(0,0,0)', underline = false, linethrough = false, textBackgroundColor = '' } = style;
  const area = { bounds: { x: -width / 2, y: -height / 2, width, height }, scaleX, scaleY };
  const found = readPaint(fill, area);
  if ('reason' in found) builder.lose(name, 'fill', found.reason);
  const color = 'paint' in found ? (found.paint ?? '#00000000') : firstColor(fill);
  const highlight = isPainted(textBackgroundColor) ? readCssColor(textBackgroundColor) : null;
  return {
    ...(color !== null && { color }),
    ...(underline ? { decoration: 'underline' } : linethrough ? { decoration: 'line-through' } : {}),
    ...(highlight !== null && { highlight: { color: highlight } }),
  };
}

/** The first colour of a gradient that letters cannot have. */
function firstColor(fill: FabricPaint): string | null {
  return typeof fill === 'string' ? null : readCssColor(fill.colorStops?.[0]?.color ?? '');
}

function getStroke(
  { stroke = '', strokeWidth }: CharacterStyle,
  object: FabricObject,
  { scaleX, scaleY }: Placed,
  name: string,
  builder: TemplateBuilder,
): Pick<TextElement, 'stroke'> {
  const scale = object.strokeUniform === true ? 1 : Math.sqrt(scaleX * scaleY);
  const width = rounded((strokeWidth ?? readStrokeWidth(object)) * scale);
  if (!isPainted(stroke) || width <= 0) return {};
  const color = typeof stroke === 'string' ? readCssColor(stroke) : firstColor(stroke);
  if (color === null || typeof stroke !== 'string')
    builder.lose(name, 'stroke', 'The outline of a text has one plain colour.');
  return color === null ? {} : { stroke: { color, width } };
}

function getRun(
  object: FabricObject,
  { text, style }: { readonly text: string; readonly style: CharacterStyle },
  placed: Placed,
  { name, builder }: { readonly name: string; readonly builder: TemplateBuilder },
): TextRun {
  const { fontFamily, fontSize, fontWeight, fontStyle, deltaY = 0 } = style;
  if (style.overline === true) builder.lose(name, 'overline', 'A template has no line above a text.');
  const hasFace = fontFamily !== undefined || fontWeight !== undefined || fontStyle !== undefined;
  const whole = readFace(object, name, builder);
  const face: Partial<ReturnType<typeof readFace>> = hasFace
    ? readFace({ ...object, ...style }, name, builder)
    : {};
  const isPlain = fontStyle !== undefined && face.fontStyle === undefined && whole.fontStyle !== undefined;
  const own = getStyle({ ...object, ...style }, object, placed, name, builder);
  const of = <Key extends keyof CharacterStyle>(...keys: Key[]) =>
    keys.some((key) => style[key] !== undefined);
  return {
    text,
    ...face,
    ...(hasFace && face.fontWeight === undefined && whole.fontWeight !== undefined && { fontWeight: 400 }),
    ...(isPlain && { fontStyle: 'normal' }),
    ...(fontSize !== undefined && { fontSize: Math.max(0.1, rounded(fontSize * placed.scaleY)) }),
    ...(of('fill') && own.color !== undefined && { color: own.color }),
    ...(of('underline', 'linethrough') && { decoration: own.decoration ?? 'none' }),
    ...(of('textBackgroundColor') && own.highlight !== undefined && { highlight: own.highlight }),
    ...(of('stroke', 'strokeWidth') && getStroke({ ...object, ...style }, object, placed, name, builder)),
    ...(deltaY !== 0 && { baselineShift: rounded(-deltaY * placed.scaleY) }),
  };
}

/** The path that a text runs along. */
function getPath({ path }: FabricObject): NonNullable<TextElement['path']> | null {
  if (typeof path !== 'object' || Array.isArray(path)) return null;
  const d = commandsPath(path.path);
  const bounds = pathBounds(d);
  if (bounds === null) return null;
  const { left, top, right, bottom } = bounds;
  const viewBox = [left, top, Math.max(1e-3, right - left), Math.max(1e-3, bottom - top)].map(rounded);
  return { d, viewBox: viewBox };
}

/** The rectangle behind a text, a stroke's width larger. */
function getBackground(
  object: FabricObject,
  { x, y, width, height }: Rect,
  matrix: Matrix,
  builder: TemplateBuilder,
): RectElement[] {
  const fill = readCssColor(object.backgroundColor ?? '');
  if (fill === null) return [];
  const name = readName(object);
  const more = readStrokeWidth(object) / 2;
  const grown = { x: x - more, y: y - more, width: width + 2 * more, height: height + 2 * more };
  const placed = placeBox(matrix, grown);
  const { shadow: _shadow, ...effects } = readEffects(object, placed, builder);
  return [
    { type: 'rect', id: builder.names.idFor(`${name} background`, 'rect'), ...placed.box, ...effects, fill },
  ];
}

function getAlign(align: string): NonNullable<TextElement['align']> {
  if (align.startsWith('justify')) return 'justify';
  return (['center', 'right', 'start', 'end'] as const).find((each) => each === align) ?? 'left';
}
