import type { SKRSContext2D } from '@napi-rs/canvas';

import type { Color } from '../scene.ts';
import { setCanvasShaping } from './canvas-shaping.ts';
import { emojiParts } from './emoji-parts.ts';
import { joinRtlWords, type JoinedRun } from './join-rtl-words.ts';
import { alphabeticShift } from './central-baseline.ts';
import { drawInPlaces, fillPlaced } from './draw-places.ts';
import { isRecordingText, recordDrawnText } from './recorded-text.ts';
import type { Decoration, LaidOutLine, TextLayout } from './text-layout.ts';

/** Slant of synthetic italics as in browsers: a quarter of the height. */
const SYNTHETIC_SLANT = 0.25;

/**
 * Draws laid-out text with the box's top left corner at the context's origin, in CSS pixels. The caller sets
 * the transform, opacity and blend mode. Text stays text in PDFs. `snapsLines` moves baselines and
 * decorations to whole pixels, for contexts whose device units are pixels.
 */
export function drawText(context: SKRSContext2D, layout: TextLayout, snapsLines = true): void {
  context.save();
  if (layout.clip) {
    context.beginPath();
    context.rect(0, 0, layout.width, layout.height);
    context.clip();
  }
  const { turn } = layout;
  if (turn !== undefined) context.transform(turn.a, turn.b, turn.c, turn.d, turn.e, turn.f);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  setCanvasShaping(context);
  if (layout.highlight !== null) drawHighlight(context, layout.lines, layout.highlight);
  const lines =
    snapsLines && !isRecordingText(context)
      ? layout.lines.map((line) => snapLineUp(context, line))
      : layout.lines;
  if (layout.stroke !== null && layout.stroke.width > 0) {
    // The stroke is centred on the outline; the fill covers its inner half (CSS `paint-order: stroke`).
    context.strokeStyle = layout.stroke.color;
    context.lineWidth = layout.stroke.width;
    context.lineJoin = 'round';
    for (const line of lines) {
      for (const each of inReadingOrder(context, line))
        drawInPlaces(context, each, (run) => drawRun(context, line, run, true));
    }
  }
  for (const line of lines) {
    drawDecorations(context, layout, line, 'underline', snapsLines);
    for (const each of inReadingOrder(context, line)) {
      drawInPlaces(context, each, (run, place) => {
        fillPlaced(context, run.color, layout, place, snapsLines);
        if (run.face.isEmoji) drawEmoji(context, line, run);
        else drawRun(context, line, run, false);
      });
    }
    drawDecorations(context, layout, line, 'line-through', snapsLines);
  }
  context.restore();
}

/** The runs of a line in reading order, which a PDF's text extraction depends on. */
function inReadingOrder(context: SKRSContext2D, line: LaidOutLine): JoinedRun[] {
  const runs = line.runs.toSorted((a, b) => a.order - b.order);
  const areJoined = isRecordingText(context) && !line.runs.some(({ places }) => places !== undefined);
  return areJoined ? joinRtlWords(runs) : runs.map((run) => ({ ...run, wordSpacing: 0 }));
}

function drawEmoji(context: SKRSContext2D, line: LaidOutLine, run: JoinedRun): void {
  for (const part of emojiParts(run)) {
    const { x, width, fontSize, rtl } = part.run;
    if (part.hiddenPx === 0) {
      drawRun(context, line, part.run, false);
      continue;
    }
    context.save();
    context.beginPath();
    context.rect(x, line.baseline - 2 * fontSize, width, 3 * fontSize);
    context.clip();
    drawRun(context, line, { ...part.run, textX: rtl ? x : x - part.hiddenPx }, false, part.hiddenUnits);
    context.restore();
  }
}

function drawRun(
  context: SKRSContext2D,
  line: LaidOutLine,
  run: JoinedRun,
  isStroke: boolean,
  hiddenUnits = 0,
): void {
  const { baseline } = line;
  if (run.drawn === '' || (isStroke && run.face.isEmoji)) return;
  run.face.register();
  context.font = `${run.fontSize}px "${run.face.canvasFamily}"`;
  context.lang = run.face.language;
  context.fontVariationSettings = run.face.variationSettings;
  context.letterSpacing = `${run.letterSpacing}px`;
  context.wordSpacing = `${run.wordSpacing}px`;
  context.direction = run.rtl ? 'rtl' : 'ltr';
  if (run.features !== null) context.fontFeatureSettings = run.features.css;
  // Clipped characters are not in the PDF.
  recordDrawnText(context, line, { ...run, drawn: run.drawn.slice(hiddenUnits) }, isStroke);
  if (run.isSlanted) {
    context.save();
    context.transform(1, 0, -SYNTHETIC_SLANT, 1, run.textX, baseline);
    if (isStroke) context.strokeText(run.drawn, 0, 0);
    else context.fillText(run.drawn, 0, 0);
    context.restore();
  } else if (isStroke) context.strokeText(run.drawn, run.textX, baseline);
  else context.fillText(run.drawn, run.textX, baseline);
  if (run.features !== null) context.fontFeatureSettings = 'normal';
}

/** Draws one continuous line per decorated part, at the position that its font specifies. */
function drawDecorations(
  context: SKRSContext2D,
  layout: TextLayout,
  line: LaidOutLine,
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
    const shift = layout.turn === undefined ? 0 : alphabeticShift(face, fontSize);
    const middle = line.baseline + shift + offset;
    const { top, height } = snapsLines
      ? snapLine(context, middle, thickness)
      : { top: middle - thickness / 2, height: thickness };
    context.fillRect(first.x, top, right - first.x, height);
  }
}

function measureDecoration({ kind, face, fontSize }: Decoration): { thickness: number; offset: number } {
  const { metrics } = face;
  return kind === 'underline'
    ? { thickness: metrics.underlineThickness * fontSize, offset: metrics.underlineOffset * fontSize }
    : { thickness: metrics.strikeThickness * fontSize, offset: -metrics.strikeOffset * fontSize };
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
    drawInPlaces(context, each, ({ x, width }, place) => {
      fillPlaced(context, decoration.color, layout, place, snapsLines);
      context.fillRect(x, line.baseline + offset - thickness / 2, width, thickness);
    });
  }
}

function snapLineUp(context: SKRSContext2D, line: LaidOutLine): LaidOutLine {
  return line.bounds === undefined ? { ...line, baseline: snapBaseline(context, line.baseline) } : line;
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

function drawHighlight(
  context: SKRSContext2D,
  lines: readonly LaidOutLine[],
  { color, padding, cornerRadius }: { color: Color; padding: number; cornerRadius: number },
): void {
  context.fillStyle = color;
  for (const { x, width, baseline, ascent, descent, runs, bounds } of lines) {
    if (runs.length === 0) continue;
    if (bounds !== undefined) {
      const [top, height] = [baseline - ascent - padding, ascent + descent + 2 * padding];
      for (const each of runs)
        drawInPlaces(context, each, (run) => context.fillRect(run.x, top, run.width, height));
      continue;
    }
    const left = x - padding;
    const top = baseline - ascent - padding;
    const boxWidth = width + 2 * padding;
    const boxHeight = ascent + descent + 2 * padding;
    const radius = Math.max(0, Math.min(cornerRadius, boxWidth / 2, boxHeight / 2));
    context.beginPath();
    context.roundRect(left, top, boxWidth, boxHeight, radius);
    context.fill();
  }
}
