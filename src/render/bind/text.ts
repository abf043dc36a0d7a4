import { plainImage, type SceneImage } from '../scene/image.ts';
import type { TextElement } from '../../../generated/template.ts';
import type { DecorationStyle, SceneText } from '../scene/text.ts';
import { bindPaint } from './colors.ts';
import type { ElementBase } from './base.ts';
import type { BindContext } from './context.ts';
import { bindLink } from './links.ts';
import { numberRanges } from './number-ranges.ts';
import { joinFilled, plainFilled, transformFilled } from './filled-text.ts';

type RunStyle = Omit<NonNullable<TextElement['runs']>[number], 'text'>;
type TextStroke = NonNullable<TextElement['stroke']>;
type Highlight = NonNullable<TextElement['highlight']>;

/** Stands for an icon in a text: the object replacement character of Unicode. */
const ICON_CHARACTER = '\ufffc';

const defaultFontSizePx = 16;
/** A multiple of the font size. */
export const DEFAULT_LINE_HEIGHT = 1.2;
const defaultMinFontSizePx = 8;

/** Binds a text element; a plain `text` becomes one run. Null if the text is empty. */
export function bindText(
  element: TextElement,
  base: ElementBase,
  { px, variables, sources, textLimit, language: documentLanguage, direction: around }: BindContext,
): SceneText | null {
  const { language = documentLanguage } = element;
  const runTemplates = element.runs ?? [{ text: element.text ?? '' }];
  const templates = runTemplates.map(({ text }) => text);
  const filled = templates.map((text) => variables.filled(text));
  textLimit.add(
    templates,
    filled.map(({ text }) => text),
    variables,
  );
  const rubyTemplates = runTemplates.map(({ ruby = '' }: { ruby?: string }) => ruby);
  const rubies = rubyTemplates.map((ruby) => variables.text(ruby));
  textLimit.add(rubyTemplates, rubies, variables);
  const texts = transformFilled(filled, element.transform ?? 'none', language);
  const iconTemplates = runTemplates.map(({ icon }: { icon?: string }) => icon);
  const icons = iconTemplates.map((icon) => (icon === undefined ? null : sources.addImage(icon)));
  if (texts.every(({ text }, index) => text === '' && icons[index] === null)) return null;

  const sizePx = (size: RunStyle['fontSize']): number => fontSizePx(size, { px, variables });
  const decorationStyle = (style: RunStyle): DecorationStyle => ({
    fontFamily: style.fontFamily ?? 'Inter',
    fontSize: sizePx(style.fontSize),
    fontWeight: style.fontWeight ?? 400,
    fontStyle: style.fontStyle ?? 'normal',
    ...(style.fontVariations === undefined ? {} : { fontVariations: style.fontVariations }),
    color: bindPaint(style.color ?? '#000', variables),
    ...defined('decorationColor', style.decorationColor, (color) => bindPaint(color, variables)),
    ...defined('decorationThickness', style.decorationThickness, px),
    ...defined('decorationOffset', style.decorationOffset, px),
  });
  const stroke = ({ color = '#000', width = 1 }: TextStroke): SceneText['stroke'] =>
    width === 0 ? null : { color: variables.color(color), width: px(width) };
  const highlight = ({ color, padding = 0, cornerRadius = 0 }: Highlight): SceneText['highlight'] => ({
    color: variables.color(color),
    padding: px(padding),
    cornerRadius: px(cornerRadius),
  });
  // As CSS `vertical-align` in browsers.
  const shift = (given: number | 'super' | 'sub'): number => {
    if (typeof given === 'number') return px(given);
    const textSize = sizePx(element.fontSize);
    return given === 'super' ? textSize / 3 + 1 : -(textSize / 5 + 1);
  };
  const isDecorated = (element.decoration ?? 'none') !== 'none';
  const runs = runTemplates.map((run: RunStyle, index) => {
    const style: RunStyle = { ...element, ...run };
    const asset = icons[index] ?? null;
    const own = texts[index] ?? plainFilled('');
    const { text, unbroken } = asset === null ? own : joinFilled([plainFilled(ICON_CHARACTER), own]);
    return {
      text,
      ...(unbroken.length === 0 ? {} : { unbroken }),
      ...decorationStyle(style),
      letterSpacing: px(style.letterSpacing ?? 0),
      decoration: style.decoration ?? 'none',
      ...(rubies[index] ? { ruby: rubies[index] } : {}),
      ...defined('href', bindLink(run.href, base.id, variables), (href) => href),
      ...(asset === null ? {} : { icon: getIcon(asset, `${base.id}\n${index}`) }),
      ...(style.fontFeatures === undefined ? {} : { fontFeatures: bindFeatures(style.fontFeatures) }),
      ...(isDecorated && !hasOwnDecoration(run) ? { inheritsDecoration: true } : {}),
      ...defined('baselineShift', run.baselineShift, shift),
      ...defined('stroke', run.stroke, stroke),
      ...defined('highlight', run.highlight, highlight),
    };
  });
  const { columns = 1, columnGap, path } = element;
  const direction = element.direction ?? 'auto';
  // Vertical lines and paths have ends, and no sides.
  const hasSides = element.writingMode !== 'vertical-rl' && path === undefined;
  // CSS `column-gap: normal` is the font size.
  const gapPx = () => (columnGap === undefined ? sizePx(element.fontSize) : px(columnGap));
  return {
    ...base,
    type: 'text',
    ...([...templates, ...iconTemplates].some((each) => each?.includes('{{') === true)
      ? { showsValues: true }
      : {}),
    ...defined('href', bindLink(element.href, base.id, variables), (href) => href),
    ...(element.role === undefined ? {} : { tag: tagsOfRoles[element.role] }),
    runs,
    ...(isDecorated ? { decorationStyle: decorationStyle(element) } : {}),
    lineHeight: element.lineHeight ?? DEFAULT_LINE_HEIGHT,
    align: element.align ?? 'start',
    verticalAlign: element.verticalAlign ?? 'top',
    direction,
    ...(direction === 'auto' && around !== null && hasSides ? { directionAround: around } : {}),
    overflow: element.overflow ?? 'ellipsis',
    minFontSize: minFontSizePx(element, runs, px),
    ...(element.textFit === 'box' ? { fitsBox: true } : {}),
    ...defined('maxFontSize', element.maxFontSize, px),
    maxLines: element.maxLines ?? null,
    wrap: element.wrap !== false,
    ...(typeof element.wrap === 'string' ? { wrapStyle: element.wrap } : {}),
    ...(columns > 1 ? { columns: { count: columns, gap: gapPx() } } : {}),
    ...(element.writingMode === 'vertical-rl' ? { isVertical: true } : {}),
    ...(path === undefined ? {} : { path: bindPath(path, element) }),
    hyphens: element.hyphens ?? 'manual',
    language,
    stroke: element.stroke === undefined ? null : stroke(element.stroke),
    highlight: element.highlight === undefined ? null : highlight(element.highlight),
    ...(element.wordBreak === 'keep-all' ? { keepsWords: true } : {}),
    ...(element.opticalMargins === true ? { hangsPunctuation: true } : {}),
    ...(element.trim === 'cap' ? { trimsToCapitals: true } : {}),
    ...defined('paragraphSpacing', element.paragraphSpacing, px),
    ...defined('indent', element.indent, px),
    ...(element.list === undefined || element.list === 'none' ? {} : { list: element.list }),
  };
}

/** A font size in CSS pixels. */
export function fontSizePx(
  size: RunStyle['fontSize'],
  { px, variables }: Pick<BindContext, 'px' | 'variables'>,
): number {
  return size === undefined ? defaultFontSizePx : px(variables.number(size, numberRanges.fontSize));
}

/** The default is no larger than a text that may grow is designed. */
function minFontSizePx(
  { minFontSize, textFit }: TextElement,
  runs: readonly { readonly fontSize: number }[],
  px: BindContext['px'],
): number {
  if (minFontSize !== undefined) return px(minFontSize);
  const designed = textFit === 'box' ? runs.map(({ fontSize }) => fontSize) : [];
  return Math.min(defaultMinFontSizePx, ...designed);
}

const tagsOfRoles = {
  h1: 'H1',
  h2: 'H2',
  h3: 'H3',
  h4: 'H4',
  h5: 'H5',
  h6: 'H6',
  p: 'P',
  artifact: 'Artifact',
} as const;

/** An icon. The lines of the text decide its size. */
function getIcon(asset: string, id: string): SceneImage {
  return plainImage({ asset, id, width: 1, height: 1 }, 'fill');
}

/** `true` is 1, `false` is 0. */
function bindFeatures(features: NonNullable<RunStyle['fontFeatures']>): Record<string, number> {
  return Object.fromEntries(Object.entries(features).map(([tag, value]) => [tag, Number(value)]));
}

function bindPath(
  { d, viewBox = [] }: NonNullable<TextElement['path']>,
  box: Pick<TextElement, 'width' | 'height'>,
): NonNullable<SceneText['path']> {
  // The check of documents demands a view box where a side of the box is no number.
  const side = (length: typeof box.width) => (typeof length === 'number' ? length : 0);
  const [x = 0, y = 0, width = side(box.width), height = side(box.height)] = viewBox;
  return { d, viewBox: [x, y, width, height] };
}

/** An object with a key, if it has a value. */
function defined<Key extends string, Given, Value>(
  key: Key,
  given: Given | undefined,
  convert: (given: Given) => Value,
): { [name in Key]?: Value } {
  return given === undefined ? {} : ({ [key]: convert(given) } as { [name in Key]: Value });
}

/** Whether a run has a line of its own, beside that of its text. */
function hasOwnDecoration(run: RunStyle): boolean {
  const { decoration, decorationColor, decorationThickness, decorationOffset } = run;
  return [decoration, decorationColor, decorationThickness, decorationOffset].some(
    (key) => key !== undefined,
  );
}
