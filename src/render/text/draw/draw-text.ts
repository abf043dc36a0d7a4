import { colorStyle } from '../../paint.ts';
import type { SceneImage } from '../../scene/image.ts';
import { setCanvasShaping, shapingLanguage } from '../shape/canvas-shaping.ts';
import { emojiParts } from './emoji-parts.ts';
import { joinRtlWords } from './join-rtl-words.ts';
import { drawDecorations } from './decorations.ts';
import { drawHighlight, drawRunHighlights } from './highlights.ts';
import { drawInPlaces, fillPlaced } from './places.ts';
import { drawGlyphs } from './glyphs.ts';
import type { TextContext } from '../../drawing/drawing-context.ts';
import { drawsRuns, type DrawingContext } from './run-drawer.ts';
import { findBaseline, snapLineUp, type DrawnLine } from './snap-lines.ts';
import type { LaidOutLine, LaidOutRun, TextLayout } from '../text-layout.ts';

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
  context: DrawingContext,
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
  if (!drawsRuns(context)) {
    context.textAlign = 'left';
    setCanvasShaping(context);
  }
  if (layout.highlight !== null) drawHighlight(context, layout.lines, layout.highlight);
  const lines =
    snapsLines && !drawsRuns(context)
      ? getLines(layout).map((line) => snapLineUp(context, line))
      : getLines(layout);
  for (const line of layout.lines) drawRunHighlights(context, line, snapsLines);
  if (layout.lines.some(({ runs }) => runs.some(({ stroke }) => stroke !== null && stroke.width > 0))) {
    // The stroke is centred on the outline; the fill covers its inner half (CSS `paint-order: stroke`).
    context.lineJoin = 'round';
    for (const line of lines) {
      for (const each of inReadingOrder(context, line)) {
        if (each.stroke === null || each.stroke.width <= 0) continue;
        context.strokeStyle = colorStyle(context, each.stroke.color);
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
        if (run.face.isEmoji && !drawsRuns(context)) drawEmoji(context, line, run);
        else drawRun(context, line, run, false);
      });
    }
    drawDecorations(context, layout, line, 'line-through', snapsLines);
  }
}

/** The runs of a line in reading order, which a PDF's text extraction depends on. */
function inReadingOrder(context: DrawingContext, line: LaidOutLine): readonly LaidOutRun[] {
  if (line.runs.length < 2) return line.runs;
  const runs = line.runs.toSorted((a, b) => a.order - b.order);
  const areJoined = drawsRuns(context) && !line.runs.some(({ places }) => places !== undefined);
  return areJoined ? joinRtlWords(runs) : runs;
}

/** Draws an icon on the baseline, which is not rounded: the edges of pictures are. */
function placeIcon(
  context: DrawingContext,
  { baseline, exact = baseline }: DrawnLine,
  { textX, shift }: LaidOutRun,
  icon: SceneImage,
  drawIcon: DrawIcon | undefined,
): void {
  context.save();
  context.translate(textX, exact - shift - icon.height);
  drawIcon?.(icon);
  context.restore();
}

function drawEmoji(context: DrawingContext, line: DrawnLine, run: LaidOutRun): void {
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
    drawRun(context, line, { ...part.run, textX: rtl ? x : x - part.hiddenPx }, false);
    context.restore();
  }
}

function drawRun(context: DrawingContext, line: DrawnLine, run: LaidOutRun, isStroke: boolean): void {
  if (run.drawn === '' || (isStroke && run.face.isEmoji)) return;
  const baseline = findBaseline(context, line, run.shift);
  if (drawsRuns(context)) {
    context.drawRun({ run, line, x: run.textX, y: baseline, isStroke });
    return;
  }
  run.face.register();
  const isStyled = run.shaped !== null || !hasDefaultStyle(run);
  if (isStyled || run.isSlanted) context.save();
  context.font = `${run.fontSize}px "${run.face.canvasFamily}"`;
  context.lang = shapingLanguage(run);
  if (isStyled) setStyle(context, run);
  let [x, y] = [run.textX, baseline];
  if (run.isSlanted) {
    context.transform(1, 0, -SYNTHETIC_SLANT, 1, x, y);
    [x, y] = [0, 0];
  }
  if (run.shaped !== null) drawGlyphs(context, run, run.shaped, { x, y }, isStroke);
  else if (isStroke) context.strokeText(run.drawn, x, y);
  else context.fillText(run.drawn, x, y);
  if (isStyled || run.isSlanted) context.restore();
}

/**
 * Whether a run is drawn with the canvas's defaults for text. Then they are not set: five settings take as
 * long as drawing a short text.
 */
function hasDefaultStyle({ letterSpacing, wordSpacing, rtl, features, face }: LaidOutRun): boolean {
  return (
    letterSpacing === 0 &&
    wordSpacing === 0 &&
    !rtl &&
    features === null &&
    face.variationSettings === 'normal'
  );
}

function setStyle(context: TextContext, run: LaidOutRun): void {
  const { letterSpacing, wordSpacing, rtl, features, face } = run;
  context.fontVariationSettings = face.variationSettings;
  context.letterSpacing = `${letterSpacing}px`;
  context.wordSpacing = `${wordSpacing}px`;
  context.direction = rtl ? 'rtl' : 'ltr';
  if (features !== null) context.fontFeatureSettings = features.css;
}

/** The lines and their readings. */
function getLines({ lines, rubies }: TextLayout): readonly LaidOutLine[] {
  return rubies === undefined ? lines : [...lines, ...rubies];
}
