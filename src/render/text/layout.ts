import type { FontBook } from '../fonts/font-book.ts';
import type { FontFace } from '../fonts/font-face.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { SceneText, TextPart } from '../scene/text.ts';
import type { LengthUnit } from '../../common/lengths/units.ts';
import type { RenderWarning } from '../layout-report.ts';
import { analyseElement, type IconRatios } from './analyse/analyse-element.ts';
import type { Attempt, MeasuredText, MeasuredTexts } from './place/measured-text.ts';
import { breakLines } from './break/break-lines.ts';
import { breakInStyle, type WrapStyle } from './break/wrap-styles.ts';
import { balancedHeight, lineWidth, placeColumns } from './place/columns.ts';
import { describeCutWords, findCutWords } from './break/cut-words.ts';
import { describeOverflow } from './place/describe-overflow.ts';
import { cutWithEllipsis, limitLines } from './place/keep-lines.ts';
import { measureMarkers } from './break/measure-markers.ts';
import { layoutOnPath } from './place/on-path.ts';
import { ParagraphMeasure, SPACES_PER_TAB, type RunSize } from './shape/measure.ts';
import { shareSizes } from './shape/share-sizes.ts';
import { placeLines, stackHeight, stackLine, type StackedLine } from './place/place-lines.ts';
import { listDecorations } from './place/run-decorations.ts';
import { layoutVertically } from './place/vertical.ts';
import { hasRuby } from './analyse/hold-ruby.ts';
import { measureRuby, placeRuby, raiseForRuby } from './place/ruby.ts';
import { shapeText } from './shape/shape-text.ts';
import { fits, shrink } from './place/shrink.ts';
import type { TextLayout } from './text-layout.ts';

/**
 * Lays out an element's text in its box: finds fonts, breaks lines, applies `overflow`, alignment and
 * direction. Metrics are unhinted and linear, in CSS pixels, so the layout is the same at every density and
 * in a PDF. White space is kept (CSS `pre-wrap`). Nothing is drawn.
 */
export function layoutText(element: SceneText, fonts: FontBook, options: LayoutOptions = {}): TextLayout {
  if (element.path === undefined && element.isVertical !== true) return layoutInBox(element, fonts, options);
  const { unit, icons } = options;
  const layOut = (each: SceneText): TextLayout => layoutInBox(each, fonts, { unit, icons });
  return element.path === undefined ? layoutVertically(element, layOut) : layoutOnPath(element, layOut);
}

interface LayoutOptions {
  /** The text's analysis, if it was made before. */
  readonly analysed?: MeasuredText | undefined;
  /** The unit of lengths in warnings: the template's. */
  readonly unit?: LengthUnit | undefined;
  /** The icons of runs, and how many times as wide as high they are. */
  readonly icons?: IconRatios | undefined;
}

function layoutInBox(
  element: SceneText,
  fonts: FontBook,
  { icons, analysed: known = analyseElement(element, fonts, icons), unit = 'px' }: LayoutOptions = {},
): TextLayout {
  if (element.part !== undefined) return layoutPart(element, element.part, known, fonts);
  const analysed = { ...known, element };
  const warnings = [...known.warnings];
  const warn = (code: string, detail: string): void => {
    warnings.push({ code, elementId: element.id, detail });
  };
  const { full, kept } = fitLines(analysed, fonts);
  if (full.scale < 1 && element.fitsBox !== true) {
    warn('TEXT_SHRUNK', `The text was made smaller to fit its box: ${(full.scale * 100).toFixed(1)} %.`);
  }
  if (kept !== full.lines || !fits(full.lines, element)) {
    warn('TEXT_OVERFLOW', describeOverflow(element, full.lines, unit));
  }
  const cutWords = kept.length > 1 ? findCutWords(kept.map(({ line }) => line)) : [];
  if (cutWords.length > 0) warn('WORD_CUT', describeCutWords(cutWords, lineWidth(element), unit));
  return placeText(analysed, full, kept, warnings, fonts);
}

/** The lines of a text that stand on one page. What is said of the whole text is said of its first part. */
function layoutPart(
  { part: _part, ...element }: SceneText,
  { from, to, wholeHeight }: TextPart,
  analysed: MeasuredText,
  fonts: FontBook,
): TextLayout {
  const whole = { ...element, height: wholeHeight };
  const { full, kept } = fitLines({ ...analysed, element: whole }, fonts);
  const warnings = from === 0 ? layoutInBox(whole, fonts, { analysed }).warnings : [];
  return placeText({ ...analysed, element }, full, kept.slice(from, to), warnings, fonts);
}

function placeText(
  analysed: MeasuredText,
  full: Attempt,
  kept: readonly StackedLine[],
  warnings: readonly RenderWarning[],
  fonts: FontBook,
): TextLayout {
  const { element } = analysed;
  const place = element.columns === undefined ? placeLines : placeColumns;
  const lines = place(kept, element, full.sizes, listDecorations(analysed, full, fonts));
  return {
    width: element.width,
    height: element.height,
    ...(full.rubies === null ? { lines } : placeRuby(lines, full.rubies)),
    clip: element.overflow === 'clip',
    stroke: element.stroke,
    highlight: element.highlight,
    scale: full.scale,
    warnings,
  };
}

/** All lines of a text in its box, and those of them that `overflow` keeps. */
function fitLines(
  analysed: MeasuredText,
  fonts: FontBook,
): { readonly full: Attempt; readonly kept: readonly StackedLine[] } {
  const { element } = analysed;
  const plain =
    element.overflow === 'shrink' || element.fitsBox === true
      ? shrink(element, (scale) => attempt(analysed, scale, fonts))
      : attempt(analysed, 1, fonts);
  const full = inStyle(analysed, plain, fonts);
  const endsWithEllipsis = element.overflow === 'ellipsis' || element.overflow === 'shrink';
  return { full, kept: endsWithEllipsis ? cutWithEllipsis(full, analysed) : limitLines(full.lines, element) };
}

/** The lines in the style that the text has, unless they do not fit: what is cut keeps as much as it can. */
function inStyle(analysed: MeasuredText, plain: Attempt, fonts: FontBook): Attempt {
  const { element } = analysed;
  if (element.wrapStyle === undefined || !fits(plain.lines, element)) return plain;
  const styled = attempt(analysed, plain.scale, fonts, element.wrapStyle);
  return fits(styled.lines, element) ? styled : plain;
}

/** The room that a text takes in a box of its own width and height, which may be infinite. */
export function measureText(
  analysed: MeasuredText,
  fonts: FontBook,
): { readonly width: number; readonly height: number } {
  const element = withOwnSize(analysed.element);
  const { kept } = fitLines({ ...analysed, element }, fonts);
  const { columns } = element;
  const width = kept.reduce((widest, { line }) => Math.max(widest, line.width + line.inset), 0);
  if (columns !== undefined) {
    const { count, gap } = columns;
    return { width: width * count + gap * (count - 1), height: balancedHeight(kept, count) };
  }
  return { width, height: stackHeight(kept) };
}

/** A box that hugs its text does not say how large that is. */
function withOwnSize(element: SceneText): SceneText {
  if (element.fitsBox === undefined) return element;
  const { fitsBox: _fitsBox, ...others } = element;
  return others;
}

/** The lines of a text in its box, before they are placed. */
export function stackLines(analysed: MeasuredText, fonts: FontBook): readonly StackedLine[] {
  return fitLines(analysed, fonts).kept;
}

/** Lays out every text of a scene, also inside groups. */
export function layoutTexts(
  elements: readonly SceneElement[],
  fonts: FontBook,
  {
    analysed,
    ...options
  }: Omit<LayoutOptions, 'analysed'> & { readonly analysed?: MeasuredTexts | undefined } = {},
): Map<SceneText, TextLayout> {
  const layouts = new Map<SceneText, TextLayout>();
  const visit = (element: SceneElement): void => {
    if (element.type === 'text')
      layouts.set(element, layoutText(element, fonts, { analysed: analysed?.get(element.runs), ...options }));
    else if (element.type === 'group') element.elements.forEach(visit);
  };
  elements.forEach(visit);
  return layouts;
}

/** All lines with every font size and letter spacing multiplied by `scale`. */
function attempt(analysed: MeasuredText, scale: number, fonts: FontBook, style?: WrapStyle): Attempt {
  const { attempts, element } = analysed;
  if (attempts === undefined || scale !== 1) return breakParagraphs(analysed, scale, fonts, style);
  const room = element.wrap ? lineWidth(element) : Infinity;
  const { whole } = attempts;
  // With room for its longest line a text has the same lines.
  if (whole?.lines.every(({ line }) => line.width + line.inset <= room) === true) return whole;
  const known = attempts.others.find((each) => each.room === room && each.style === style);
  if (known !== undefined) return known.attempt;
  const made = breakParagraphs(analysed, scale, fonts, style);
  if (room === Infinity) attempts.whole = made;
  else attempts.others = [...attempts.others, { room, style, attempt: made }];
  return made;
}

function breakParagraphs(
  { element, paragraphs, markers, stacks, iconRatios }: MeasuredText,
  scale: number,
  fonts: FontBook,
  style?: WrapStyle,
): Attempt {
  const { language } = element;
  const hasTabs = element.runs.some(({ text }) => text.includes('\t'));
  const listed = element.runs.map(({ fontSize, letterSpacing, baselineShift }, index): RunSize => {
    const face = stacks[index]?.primary;
    const space =
      face === undefined || !hasTabs
        ? 0
        : (shapeText(' ', { face, rtl: false, script: 'Zyyy', language, ligatures: true }).advances[1] ?? 0);
    const spacing = letterSpacing * scale;
    const shift = (baselineShift ?? 0) * scale;
    const tabWidth = SPACES_PER_TAB * (space * fontSize * scale + spacing);
    const size = { fontSize: fontSize * scale, letterSpacing: spacing, tabWidth, shift };
    if (iconRatios === null || face === undefined) return size;
    return { ...size, icon: iconSize(element, face, size.fontSize, iconRatios[index] ?? 1) };
  });
  const own = shareSizes(listed);
  const rubies = hasRuby(element) ? measureRuby(element, paragraphs, own, fonts, layoutInBox) : null;
  const sizes =
    rubies === null
      ? own
      : own.map((size, index): RunSize => {
          const spread = rubies.get(index)?.spread ?? 0;
          return spread === 0 ? size : { ...size, letterSpacing: size.letterSpacing + spread };
        });
  const available = element.wrap ? lineWidth(element) : Infinity;
  const list = markers === null ? null : measureMarkers(markers, sizes);
  const indent = (element.indent ?? 0) * scale;
  const insets = { first: (list?.inset ?? 0) + indent, others: list?.inset ?? 0 };
  const spacing = (element.paragraphSpacing ?? 0) * scale;
  const lines = paragraphs.flatMap((paragraph, at) => {
    const measure = new ParagraphMeasure(paragraph, sizes, element.hangsPunctuation === true);
    const broken =
      style === undefined
        ? breakLines(measure, available, insets)
        : breakInStyle(style, measure, available, insets);
    return broken.map((line, index) => {
      const marker = index === 0 ? list?.markers[at] : undefined;
      const marked = marker === undefined ? line : { ...line, marker };
      return stackLine(marked, sizes, stacks, element, index === 0 && at > 0 ? spacing : 0);
    });
  });
  if (rubies === null) return { scale, sizes, lines: lines.slice(), rubies };
  return { scale, sizes, lines: lines.map((line) => raiseForRuby(line, rubies)), rubies };
}

/** As high as the capital letters. In vertical lines an icon stands upright. */
function iconSize(
  { isVertical = false }: SceneText,
  { metrics }: FontFace,
  fontSize: number,
  ratio: number,
): NonNullable<RunSize['icon']> {
  const height = metrics.capHeight * fontSize;
  const width = height * ratio;
  return { width, height, advance: isVertical ? height : width };
}
