import type { SKRSContext2D } from '@napi-rs/canvas';

import type { SceneImage } from '../scene/image.ts';
import type { SceneText } from '../scene/text.ts';
import { setCanvasShaping } from './canvas-shaping.ts';
import { emojiParts } from './emoji-parts.ts';
import { joinRtlWords, type JoinedRun } from './join-rtl-words.ts';
import { alphabeticShift } from './central-baseline.ts';
import { drawInPlaces, fillPlaced } from './draw-places.ts';
import { isRecordingText, recordDrawnText } from './recorded-text.ts';
import type { Decoration, LaidOutLine, TextLayout } from './text-layout.ts';

type Highlight = NonNullable<SceneText['highlight']>;

/** Draws the icon of a run, the top left corner of whose box is at 0, 0. */
export type DrawIcon = (icon: SceneImage) => void;

/** Slant of synthetic italics as in browsers: a quarter of the height. */
const SYNTHETIC_SLANT = 0.25;

/**
 * Draws laid-out text with the box's top left corner at the context's origin, in CSS pixels. The caller sets
 * the transform, opacity and blend mode, and saves and restores the context's state. Text stays text in PDFs.
 * `drawIcon` draws the icons of runs. `snapsLines` moves baselines and decorations to whole pixels, for
 * contexts whose device units are pixels.
 */
export function drawText(
  context: SKRSContext2D,
  layout: TextLayout,
  snapsLines = true,
  drawIcon?: DrawIcon,
): void {
  if (layout.clip) {
    context.beginPath();
    context.rect(0, 0, layout.width, layout.height);
    context.clip();
  }
  const { turn } = layout;
  if (turn !== undefined) context.transform(turn.a, turn.b, turn.c, turn.d, turn.e, turn.f);
  context.textAlign = 'left';
  setCanvasShaping(context);
  if (layout.highlight !== null) drawHighlight(context, layout.lines, layout.highlight);
  const lines =
    snapsLines && !isRecordingText(context)
      ? linesOf(layout).map((line) => snapLineUp(context, line))
      : linesOf(layout);
  for (const line of layout.lines) drawRunHighlights(context, line, snapsLines);
  if (layout.lines.some(({ runs }) => runs.some(({ stroke }) => stroke !== null && stroke.width > 0))) {
    // The stroke is centred on the outline; the fill covers its inner half (CSS `paint-order: stroke`).
    context.lineJoin = 'round';
    for (const line of lines) {
      for (const each of inReadingOrder(context, line)) {
        if (each.stroke === null || each.stroke.width <= 0) continue;
        context.strokeStyle = each.stroke.color;
        context.lineWidth = each.stroke.width;
        drawInPlaces(context, each, (run) => drawRun(context, line, run, true));
      }
    }
  }
  for (const line of lines) {
    drawDecorations(context, layout, line, 'underline', snapsLines);
    for (const each of inReadingOrder(context, line)) {
      drawInPlaces(context, each, (run, place) => {
        if (run.icon !== undefined) return placeIcon(context, line, run, run.icon, drawIcon);
        fillPlaced(context, run.color, layout, place, snapsLines);
        if (run.face.isEmoji) drawEmoji(context, line, run);
        else drawRun(context, line, run, false);
      });
    }
    drawDecorations(context, layout, line, 'line-through', snapsLines);
  }
}

/** The runs of a line in reading order, which a PDF's text extraction depends on. */
function inReadingOrder(context: SKRSContext2D, line: LaidOutLine): JoinedRun[] {
  const runs = line.runs.toSorted((a, b) => a.order - b.order);
  const areJoined = isRecordingText(context) && !line.runs.some(({ places }) => places !== undefined);
  return areJoined ? joinRtlWords(runs) : runs.map((run) => ({ ...run, wordSpacing: 0 }));
}

/** Draws an icon on the baseline, which is not rounded: the edges of pictures are. */
function placeIcon(
  context: SKRSContext2D,
  { baseline, exact = baseline }: DrawnLine,
  { textX, shift }: JoinedRun,
  icon: SceneImage,
  drawIcon: DrawIcon | undefined,
): void {
  context.save();
  context.translate(textX, exact - shift - icon.height);
  drawIcon?.(icon);
  context.restore();
}

function drawEmoji(context: SKRSContext2D, line: DrawnLine, run: JoinedRun): void {
  for (const part of emojiParts(run)) {
    const { x, width, fontSize, rtl } = part.run;
    if (part.hiddenPx === 0) {
      drawRun(context, line, part.run, false);
      continue;
    }
    context.save();
    context.beginPath();
    context.rect(x, line.baseline - part.run.shift - 2 * fontSize, width, 3 * fontSize);
    context.clip();
    drawRun(context, line, { ...part.run, textX: rtl ? x : x - part.hiddenPx }, false, part.hiddenUnits);
    context.restore();
  }
}

/** A line whose baseline is rounded to whole pixels; `exact` is where it was. */
type DrawnLine = LaidOutLine & { readonly exact?: number };

/** The baseline of a run, which may be above that of its line. */
function baselineOf(context: SKRSContext2D, { baseline, exact }: DrawnLine, shift: number): number {
  if (shift === 0) return baseline;
  return exact === undefined ? baseline - shift : snapBaseline(context, exact - shift);
}

function drawRun(
  context: SKRSContext2D,
  line: DrawnLine,
  run: JoinedRun,
  isStroke: boolean,
  hiddenUnits = 0,
): void {
  if (run.drawn === '' || (isStroke && run.face.isEmoji)) return;
  const baseline = baselineOf(context, line, run.shift);
  run.face.register();
  const isStyled = !hasDefaultStyle(run);
  if (isStyled || run.isSlanted) context.save();
  context.font = `${run.fontSize}px "${run.face.canvasFamily}"`;
  context.lang = run.face.language;
  if (isStyled) setStyle(context, run);
  // Clipped characters are not in the PDF.
  recordDrawnText(context, line, { ...run, drawn: run.drawn.slice(hiddenUnits) }, isStroke);
  let [x, y] = [run.textX, baseline];
  if (run.isSlanted) {
    context.transform(1, 0, -SYNTHETIC_SLANT, 1, x, y);
    [x, y] = [0, 0];
  }
  if (isStroke) context.strokeText(run.drawn, x, y);
  else context.fillText(run.drawn, x, y);
  if (isStyled || run.isSlanted) context.restore();
}

/**
 * Whether a run is drawn with the canvas's defaults for text. Then they are not set: five settings take as
 * long as drawing a short text.
 */
function hasDefaultStyle({ letterSpacing, wordSpacing, rtl, features, face }: JoinedRun): boolean {
  return (
    letterSpacing === 0 &&
    wordSpacing === 0 &&
    !rtl &&
    features === null &&
    face.variationSettings === 'normal'
  );
}

function setStyle(context: SKRSContext2D, run: JoinedRun): void {
  const { letterSpacing, wordSpacing, rtl, features, face } = run;
  context.fontVariationSettings = face.variationSettings;
  context.letterSpacing = `${letterSpacing}px`;
  context.wordSpacing = `${wordSpacing}px`;
  context.direction = rtl ? 'rtl' : 'ltr';
  if (features !== null) context.fontFeatureSettings = features.css;
}

/** Draws one continuous line per decorated part, at the position that its font specifies. */
function drawDecorations(
  context: SKRSContext2D,
  layout: TextLayout,
  line: DrawnLine,
  kind: Decoration['kind'],
  snapsLines: boolean,
): void {
  if (line.bounds !== undefined) return drawBentDecorations(context, layout, line, kind, snapsLines);
  let index = 0;
  while (index < line.runs.length) {
    const first = line.runs[index];
    if (first === undefined) return;
    let right = first.x;
    const { decoration } = first;
    for (let next = line.runs[index]; next?.decoration === decoration; next = line.runs[++index])
      right = next.x + next.width;
    if (decoration?.kind !== kind) continue;
    const { thickness, offset } = measureDecoration(decoration);
    fillPlaced(context, decoration.color, layout, null, snapsLines);
    const { face, fontSize } = decoration;
    const central = layout.turn === undefined ? 0 : alphabeticShift(face, fontSize);
    const middle = baselineOf(context, line, decoration.shift) + central + offset;
    const { top, height } = snapsLines
      ? snapLine(context, middle, thickness)
      : { top: middle - thickness / 2, height: thickness };
    context.fillRect(first.x, top, right - first.x, height);
  }
}

/** Thickness, and the distance of the middle of the line below the baseline. */
function measureDecoration(decoration: Decoration): { thickness: number; offset: number } {
  const { kind, face, fontSize } = decoration;
  const { metrics } = face;
  const isUnder = kind === 'underline';
  const thickness =
    decoration.thickness ?? (isUnder ? metrics.underlineThickness : metrics.strikeThickness) * fontSize;
  const offset = isUnder ? underlineMiddle(decoration, thickness) : -metrics.strikeOffset * fontSize;
  return { thickness, offset };
}

/** The middle of an underline below the baseline. A given thickness grows downwards. */
function underlineMiddle({ face, fontSize, offset, thickness }: Decoration, drawn: number): number {
  if (offset !== null) return offset + drawn / 2;
  const { underlineOffset, underlineThickness } = face.metrics;
  if (thickness === null) return underlineOffset * fontSize;
  return (underlineOffset - underlineThickness / 2) * fontSize + drawn / 2;
}

/** Draws the decoration of each letter of a line that is not straight. */
function drawBentDecorations(
  context: SKRSContext2D,
  layout: TextLayout,
  line: LaidOutLine,
  kind: Decoration['kind'],
  snapsLines: boolean,
): void {
  for (const each of line.runs) {
    const { decoration } = each;
    if (decoration?.kind !== kind) continue;
    const { thickness, offset } = measureDecoration(decoration);
    const middle = line.baseline - decoration.shift + offset;
    drawInPlaces(context, each, ({ x, width }, place) => {
      fillPlaced(context, decoration.color, layout, place, snapsLines);
      context.fillRect(x, middle - thickness / 2, width, thickness);
    });
  }
}

function snapLineUp(context: SKRSContext2D, line: LaidOutLine): DrawnLine {
  if (line.bounds !== undefined) return line;
  return { ...line, baseline: snapBaseline(context, line.baseline), exact: line.baseline };
}

/** Rounds edges of upright boxes to whole pixels, as Chromium does with backgrounds. */
function edgeSnapper(context: SKRSContext2D): (edge: number, axis: 'e' | 'f') => number {
  const matrix = context.getTransform();
  const { a, b, c, d } = matrix;
  if (b !== 0 || c !== 0 || a <= 0 || d <= 0) return (edge) => edge;
  return (edge, axis) => {
    const scale = axis === 'e' ? a : d;
    return (Math.round(edge * scale + matrix[axis]) - matrix[axis]) / scale;
  };
}

/**
 * Rounds a horizontal baseline to whole pixels. The canvas rounds each glyph separately, which could move a
 * mark, such as the hamza on an alef, up and its letter down.
 */
function snapBaseline(context: SKRSContext2D, baseline: number): number {
  const { b, c, d, f } = context.getTransform();
  if (b !== 0 || c !== 0 || d <= 0) return baseline;
  return (Math.round(baseline * d + f) - f) / d;
}

/**
 * Rounds a horizontal line down to whole rows of pixels, at least one, as Chromium does. Otherwise it is
 * grey and blurred over two rows.
 */
function snapLine(
  context: SKRSContext2D,
  middle: number,
  thickness: number,
): { top: number; height: number } {
  const { b, c, d, f } = context.getTransform();
  if (b !== 0 || c !== 0 || d <= 0) return { top: middle - thickness / 2, height: thickness };
  const rows = Math.max(1, Math.floor(thickness * d + 1e-6));
  const firstRow = Math.round((middle - thickness / 2) * d + f);
  return { top: (firstRow - f) / d, height: rows / d };
}

function drawHighlight(context: SKRSContext2D, lines: readonly LaidOutLine[], highlight: Highlight): void {
  const { color, padding } = highlight;
  context.fillStyle = color;
  for (const { x, width, baseline, ascent, descent, runs, bounds } of lines) {
    if (runs.length === 0) continue;
    if (bounds !== undefined) {
      const [top, height] = [baseline - ascent - padding, ascent + descent + 2 * padding];
      for (const each of runs)
        drawInPlaces(context, each, (run) => context.fillRect(run.x, top, run.width, height));
      continue;
    }
    fillHighlight(context, highlight, { left: x, right: x + width, baseline, ascent, descent });
  }
}

/** The highlights that runs have of their own, as high as their fonts. */
function drawRunHighlights(
  context: SKRSContext2D,
  { runs, baseline, bounds }: LaidOutLine,
  snapsLines: boolean,
): void {
  for (let index = 0; index < runs.length;) {
    const first = runs[index];
    if (first === undefined) return;
    const { highlight, x: left, primary, fontSize, shift } = first;
    let right = left;
    for (
      let next = runs[index];
      next?.run === first.run && next.isMarker === first.isMarker;
      next = runs[++index]
    )
      right = next.x + next.width;
    if (highlight === null) continue;
    const [ascent, descent] = [primary.metrics.ascent, primary.metrics.descent].map((part) =>
      Math.round(part * fontSize),
    );
    const box = { left, right, baseline: baseline - shift, ascent: ascent ?? 0, descent: descent ?? 0 };
    if (bounds === undefined) fillHighlight(context, highlight, box, snapsLines);
    else
      for (const run of runs.filter(({ run: own }) => own === first.run))
        drawInPlaces(context, run, ({ x, width }) =>
          fillHighlight(context, highlight, { ...box, left: x, right: x + width }),
        );
  }
}

function fillHighlight(
  context: SKRSContext2D,
  { color, padding, cornerRadius }: Highlight,
  box: {
    readonly left: number;
    readonly right: number;
    readonly baseline: number;
    readonly ascent: number;
    readonly descent: number;
  },
  snapsEdges = false,
): void {
  const snap = snapsEdges ? edgeSnapper(context) : (edge: number) => edge;
  const left = snap(box.left - padding, 'e');
  const top = snap(box.baseline - box.ascent - padding, 'f');
  const width = snap(box.right + padding, 'e') - left;
  const height = snap(box.baseline + box.descent + padding, 'f') - top;
  const radius = Math.max(0, Math.min(cornerRadius, width / 2, height / 2));
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(left, top, width, height, radius);
  context.fill();
}

/** The lines and their readings. */
function linesOf({ lines, rubies }: TextLayout): readonly LaidOutLine[] {
  return rubies === undefined ? lines : [...lines, ...rubies];
}
