import type { FontBook, FontStack } from '../fonts/font-book.ts';
import type { FontFace } from '../fonts/font-face.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { SceneImage } from '../scene/image.ts';
import type { DecorationStyle, SceneText, TextPart } from '../scene/text.ts';
import type { Decoration, TextLayout } from './text-layout.ts';
import type { LengthUnit } from '../units.ts';
import type { RenderWarning } from '../layout-report.ts';
import { breakLines } from './break-lines.ts';
import { balancedHeight, countLinesInColumns, lineWidth, placeColumns } from './columns.ts';
import { describeCutWords, findCutWords } from './cut-words.ts';
import { describeOverflow } from './describe-overflow.ts';
import { analyseMarkers, measureMarkers, type Markers } from './list-markers.ts';
import { withEllipsis } from './ellipsis.ts';
import { featureSet } from './font-features.ts';
import { layoutOnPath } from './on-path.ts';
import { splitLigatures } from './missing-glyphs.ts';
import { ParagraphMeasure, SPACES_PER_TAB, type RunSize } from './measure.ts';
import { analyseText } from './paragraph.ts';
import type { Paragraph } from './analysed-text.ts';
import { addLine, placeLines, stackLine, type StackedLine } from './place-lines.ts';
import { layoutVertically } from './vertical.ts';
import { hasRuby, holdRuby, measureRuby, placeRuby, raiseForRuby, type Rubies } from './ruby.ts';
import { shapeText } from './shape.ts';
import { FIT_TOLERANCE_PX, fits, shrink } from './shrink.ts';

/** Max characters that a warning lists. */
const MAX_CLUSTERS_SHOWN = 10;

/** The results that do not depend on the font size and the box. */
export interface AnalysedText {
  readonly element: SceneText;
  readonly paragraphs: readonly Paragraph[];
  readonly markers: Markers | null;
  readonly stacks: readonly FontStack[];
  /** Of the icon of each run; null: the text has none. */
  readonly iconRatios: readonly number[] | null;
  readonly warnings: readonly RenderWarning[];
  /** Lines in their full size, by their room, of a text that is measured before it is laid out. */
  readonly attempts?: Map<number, Attempt>;
}

/** Width by height of icons. */
export type IconRatios = ReadonlyMap<SceneImage, number>;

/** Analysed texts by the runs of their elements, which keep them when they are placed. */
export type AnalysedTexts = ReadonlyMap<SceneText['runs'], AnalysedText>;

/** The lines at one font size. */
interface Attempt {
  readonly scale: number;
  readonly sizes: readonly RunSize[];
  readonly lines: readonly StackedLine[];
  /** Null: the text has no readings. */
  readonly rubies: Rubies | null;
}

/**
 * Lays out an element's text in its box: finds fonts, breaks lines, applies `overflow`, alignment and
 * direction. Metrics are unhinted and linear, in CSS pixels, so the layout is the same at every density and
 * in a PDF. White space is kept (CSS `pre-wrap`). Nothing is drawn.
 */
export function layoutText(element: SceneText, fonts: FontBook, options: LayoutOptions = {}): TextLayout {
  const { unit, icons } = options;
  const layOut = (each: SceneText): TextLayout => layoutInBox(each, fonts, { unit, icons });
  if (element.path !== undefined) return layoutOnPath(element, layOut);
  if (element.isVertical === true) return layoutVertically(element, layOut);
  return layoutInBox(element, fonts, options);
}

interface LayoutOptions {
  /** The text's analysis, if it was made before. */
  readonly analysed?: AnalysedText | undefined;
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
  if (full.scale < 1) {
    warn('TEXT_SHRUNK', `The text was made smaller to fit its box: ${(full.scale * 100).toFixed(1)} %.`);
  }
  if (kept !== full.lines || !fits(full.lines, element)) {
    warn('TEXT_OVERFLOW', describeOverflow(element, full.lines, unit));
  }
  const cutWords = findCutWords(kept.map(({ line }) => line));
  if (cutWords.length > 0) warn('WORD_CUT', describeCutWords(cutWords, lineWidth(element), unit));
  return placeText(analysed, full, kept, warnings, fonts);
}

/** The lines of a text that stand on one page. What is said of the whole text is said of its first part. */
function layoutPart(
  { part: _part, ...element }: SceneText,
  { from, to, wholeHeight }: TextPart,
  analysed: AnalysedText,
  fonts: FontBook,
): TextLayout {
  const whole = { ...element, height: wholeHeight };
  const { full, kept } = fitLines({ ...analysed, element: whole }, fonts);
  const warnings = from === 0 ? layoutInBox(whole, fonts, { analysed }).warnings : [];
  return placeText({ ...analysed, element }, full, kept.slice(from, to), warnings, fonts);
}

function placeText(
  analysed: AnalysedText,
  full: Attempt,
  kept: readonly StackedLine[],
  warnings: readonly RenderWarning[],
  fonts: FontBook,
): TextLayout {
  const { element } = analysed;
  const place = element.columns === undefined ? placeLines : placeColumns;
  const lines = place(kept, element, full.sizes, decorationsOf(analysed, full, fonts));
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
  analysed: AnalysedText,
  fonts: FontBook,
): { readonly full: Attempt; readonly kept: readonly StackedLine[] } {
  const { element } = analysed;
  const full =
    element.overflow === 'shrink'
      ? shrink(element, (scale) => attempt(analysed, scale, fonts))
      : attempt(analysed, 1, fonts);
  const endsWithEllipsis = element.overflow === 'ellipsis' || element.overflow === 'shrink';
  return { full, kept: endsWithEllipsis ? cutWithEllipsis(full, analysed) : limitLines(full.lines, element) };
}

/** The room that a text takes in a box of its own width and height, which may be infinite. */
export function measureText(
  analysed: AnalysedText,
  fonts: FontBook,
): { readonly width: number; readonly height: number } {
  const { kept } = fitLines(analysed, fonts);
  const { columns } = analysed.element;
  const width = kept.reduce((widest, { line }) => Math.max(widest, line.width), 0);
  if (columns !== undefined) {
    const { count, gap } = columns;
    return { width: width * count + gap * (count - 1), height: balancedHeight(kept, count) };
  }
  return { width, height: kept.reduce((sum, { height }) => sum + height, 0) };
}

/** Lays out every text of a scene, also inside groups. */
export function layoutTexts(
  elements: readonly SceneElement[],
  fonts: FontBook,
  {
    analysed,
    ...options
  }: Omit<LayoutOptions, 'analysed'> & { readonly analysed?: AnalysedTexts | undefined } = {},
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

/** Finds the fonts of a text, and where its lines may break. */
export function analyseElement(element: SceneText, fonts: FontBook, icons?: IconRatios): AnalysedText {
  const warnings: RenderWarning[] = [];
  const warn = (code: string, detail: string): void => {
    warnings.push({ code, elementId: element.id, detail });
  };
  let text = '';
  const runEnds: number[] = [];
  const iconPlaces: number[] = [];
  const stacks = element.runs.map((run) => {
    const stack = fonts.stack(run.fontFamily, run.fontWeight, run.fontStyle, run.fontVariations);
    if (run.icon !== undefined) iconPlaces.push(text.length);
    // Fonts have no glyphs for unpaired surrogates.
    text += splitLigatures(run.text.toWellFormed(), stack.named);
    runEnds.push(text.length);
    return stack;
  });
  const unknown = new Set(stacks.flatMap(({ unknownFamilies }) => unknownFamilies));
  for (const name of unknown) {
    warn('FONT_UNKNOWN', `There is no font family "${name}"; Inter stands in for it.`);
  }
  const missing = new Set<string>();
  const replaced = new Map<string, string>();
  const { hyphens, language, keepsWords = false } = element;
  const spaced = element.runs.map(({ letterSpacing }) => letterSpacing !== 0);
  const features = element.runs.map(({ fontFeatures }) => featureSet(fontFeatures));
  const vertical = element.isVertical === true ? verticalStyle(element) : {};
  const hyphenation = { hyphens, language, keepsWords };
  const iconsIn = iconPlaces.length === 0 ? {} : { icons: iconPlaces };
  const styled = { text, runEnds, stacks, spaced, features, hyphenation, ...iconsIn, ...vertical };
  const paragraphs = analyseText(styled, element.direction, fonts, (cluster, drawnAs) => {
    if (drawnAs === null) missing.add(cluster);
    else replaced.set(cluster, drawnAs);
  });
  if (hasRuby(element)) holdRuby(element, paragraphs);
  if (missing.size > 0) warn('GLYPH_MISSING', `No font has ${describeClusters([...missing])}.`);
  if (replaced.size > 0) {
    const plain = [...replaced.values()].slice(0, MAX_CLUSTERS_SHOWN).join(', ');
    warn('GLYPH_MISSING', `No font has ${describeClusters([...replaced.keys()])}: drawn as ${plain}.`);
  }
  const markers = element.list === undefined ? null : analyseMarkers(element.list, paragraphs, styled, fonts);
  const iconRatios =
    iconPlaces.length === 0
      ? null
      : element.runs.map(({ icon }) => (icon === undefined ? 0 : (icons?.get(icon) ?? 1)));
  return { element, paragraphs, markers, stacks, iconRatios, warnings };
}

/** Upright letters have their vertical forms. */
function verticalStyle({ runs }: SceneText) {
  const uprightFeatures = runs.map(({ fontFeatures }) => featureSet({ vert: 1, ...fontFeatures }));
  return { isVertical: true, uprightFeatures };
}

/** The decoration of each run; runs that inherit it share one. */
function decorationsOf(
  { element, stacks }: AnalysedText,
  { scale, sizes }: Attempt,
  fonts: FontBook,
): (Decoration | null)[] {
  const { decorationStyle } = element;
  let shared: Decoration | undefined;
  return element.runs.map((run, index) => {
    if (run.decoration === 'none') return null;
    const [face, fontSize] = [stacks[index]?.primary, sizes[index]?.fontSize];
    if (face === undefined || fontSize === undefined) throw new RangeError('a run has no font');
    if (run.inheritsDecoration !== true || decorationStyle === undefined)
      return {
        ...{ kind: run.decoration, face, fontSize, color: run.decorationColor ?? run.color },
        ...decorationLengths(run, scale),
        shift: sizes[index]?.shift ?? 0,
      };
    const { fontFamily, fontWeight, fontStyle, fontVariations, color } = decorationStyle;
    shared ??= {
      kind: run.decoration,
      face: fonts.stack(fontFamily, fontWeight, fontStyle, fontVariations).primary,
      fontSize: decorationStyle.fontSize * scale,
      color: decorationStyle.decorationColor ?? color,
      ...decorationLengths(decorationStyle, scale),
      shift: 0,
    };
    return shared;
  });
}

function decorationLengths(style: DecorationStyle, scale: number): Pick<Decoration, 'thickness' | 'offset'> {
  const { decorationThickness: thickness, decorationOffset: offset } = style;
  return {
    thickness: thickness === undefined ? null : thickness * scale,
    offset: offset === undefined ? null : offset * scale,
  };
}

/** All lines with every font size and letter spacing multiplied by `scale`. */
function attempt(analysed: AnalysedText, scale: number, fonts: FontBook): Attempt {
  const { attempts, element } = analysed;
  if (attempts === undefined || scale !== 1) return breakParagraphs(analysed, scale, fonts);
  const room = element.wrap ? lineWidth(element) : Infinity;
  const whole = attempts.get(Infinity);
  // With room for its longest line a text has the same lines.
  const isWhole = whole?.lines.every(({ line }) => line.width + line.inset <= room) === true;
  const known = isWhole ? whole : attempts.get(room);
  if (known !== undefined) return known;
  const made = breakParagraphs(analysed, scale, fonts);
  attempts.set(room, made);
  return made;
}

function breakParagraphs(
  { element, paragraphs, markers, stacks, iconRatios }: AnalysedText,
  scale: number,
  fonts: FontBook,
): Attempt {
  const own = element.runs.map(({ fontSize, letterSpacing, baselineShift }, index): RunSize => {
    const face = stacks[index]?.primary;
    const space =
      face === undefined
        ? 0
        : (shapeText(' ', { face, rtl: false, script: 'Zyyy', ligatures: true }).advances[1] ?? 0);
    const spacing = letterSpacing * scale;
    const shift = (baselineShift ?? 0) * scale;
    const tabWidth = SPACES_PER_TAB * (space * fontSize * scale + spacing);
    const size = { fontSize: fontSize * scale, letterSpacing: spacing, tabWidth, shift };
    if (iconRatios === null || face === undefined) return size;
    return { ...size, icon: iconSize(element, face, size.fontSize, iconRatios[index] ?? 1) };
  });
  const rubies = hasRuby(element) ? measureRuby(element, paragraphs, own, fonts, layoutInBox) : null;
  const sizes = own.map((size, index): RunSize => {
    const spread = rubies?.get(index)?.spread ?? 0;
    return spread === 0 ? size : { ...size, letterSpacing: size.letterSpacing + spread };
  });
  const available = element.wrap ? lineWidth(element) : Infinity;
  const list = markers === null ? null : measureMarkers(markers, sizes);
  const indent = (element.indent ?? 0) * scale;
  const insets = { first: (list?.inset ?? 0) + indent, others: list?.inset ?? 0 };
  const spacing = (element.paragraphSpacing ?? 0) * scale;
  const lines = paragraphs.flatMap((paragraph, at) => {
    const broken = breakLines(new ParagraphMeasure(paragraph, sizes), available, insets);
    return broken.map((line, index) => {
      const marker = index === 0 ? list?.markers[at] : undefined;
      const marked = marker === undefined ? line : { ...line, marker };
      return stackLine(marked, sizes, stacks, element, index === 0 && at > 0 ? spacing : 0);
    });
  });
  if (rubies === null) return { scale, sizes, lines, rubies };
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

function limitLines(lines: readonly StackedLine[], { maxLines }: SceneText): readonly StackedLine[] {
  return maxLines !== null && lines.length > maxLines ? lines.slice(0, maxLines) : lines;
}

/** Keeps the lines that fit the box (at least one) and adds an ellipsis where text is missing. */
function cutWithEllipsis({ lines, sizes, rubies }: Attempt, analysed: AnalysedText): readonly StackedLine[] {
  const { element, stacks } = analysed;
  const width = lineWidth(element);
  const count = countLinesThatFit(lines, element);
  // With wrapping, only a line of a single character can be wider than the box; it is kept.
  const isTooWide = ({ line }: StackedLine): boolean =>
    !element.wrap && line.width + line.inset > width + FIT_TOLERANCE_PX;
  if (count === lines.length && !lines.some(isTooWide)) return lines;
  return lines.slice(0, count).map((stacked, index) => {
    const hidesText = index === count - 1 && count < lines.length;
    if (!hidesText && !isTooWide(stacked)) return stacked;
    const cut = withEllipsis(stacked.line, width - stacked.line.inset);
    const again = stackLine(cut, sizes, stacks, element, stacked.before);
    return rubies === null ? again : raiseForRuby(again, rubies);
  });
}

function countLinesThatFit(lines: readonly StackedLine[], element: SceneText): number {
  const max = element.maxLines ?? Infinity;
  if (element.columns !== undefined) return Math.min(max, countLinesInColumns(lines, element));
  let count = 0;
  let height: number | null = null;
  for (const line of lines) {
    if (count >= max) break;
    height = addLine(height, line);
    if (count > 0 && height - line.trimBottom > element.height + FIT_TOLERANCE_PX) break;
    count++;
  }
  return count;
}

function describeClusters(clusters: readonly string[]): string {
  const shown = clusters.slice(0, MAX_CLUSTERS_SHOWN).map((cluster) => {
    const codes = [...cluster].map((character) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase());
    return codes.map((code) => `U+${code.padStart(4, '0')}`).join(' ');
  });
  const more = clusters.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
