/** How texts look: what a run, its paragraph, its shape, the layout, the master and the file say. */
import type { TextRun } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import { pxPerPoint, readName, type ShapeChain, type SlideContext } from './context.ts';
import { readColor } from './colors.ts';
import { readFill } from './paints.ts';
import { findNode, isOn, readNumber, readRelationId, type XmlNode } from './xml.ts';

/** The style of letters. */
export type LetterStyle = Omit<TextRun, 'text' | 'ruby' | 'icon' | 'stroke'> & {
  readonly fontFamily: string;
  readonly fontSize: number;
};

/** What is said of a paragraph, from the file to the paragraph itself. */
export interface ParagraphStyle {
  readonly levels: readonly XmlNode[];
  /** How many of them come before what the shape and its placeholders say. */
  readonly inherited: number;
  /** The last of a name in the levels. */
  readonly node: (...names: readonly string[]) => XmlNode | undefined;
  readonly value: (name: string) => string | undefined;
  readonly number: (name: string, usual: number) => number;
}

/** Where letters get their style. */
interface LetterPlace {
  readonly shape: XmlNode;
  readonly context: SlideContext;
  /** The colour and font of a style that the shape has. */
  readonly reference: XmlNode | undefined;
  /** How much smaller the letters are, so that they fit their shape. */
  readonly scale: number;
}

const plainSize = 18;

const emptyLevels = Array.from({ length: 9 }, (_, level) => `lvl${level + 1}pPr`);

/** What is said of a paragraph of a shape. */
export function readParagraphStyle(
  paragraph: XmlNode | undefined,
  chain: ShapeChain,
  context: SlideContext,
): ParagraphStyle {
  const own = findNode(paragraph, 'pPr');
  const level = emptyLevels[readNumber(own, 'lvl') ?? 0] ?? 'lvl1pPr';
  const read = (lists: readonly (XmlNode | undefined)[]): XmlNode[] =>
    lists.map((list) => findNode(list, level)).filter((each) => each !== undefined);
  const inherited = read([context.defaultStyle, findMasterStyle(chain, context)]);
  const ofShapes = read(chain.map((shape) => findNode(shape, 'txBody', 'lstStyle')));
  const levels = [...inherited, ...ofShapes, ...(own === undefined ? [] : [own])];
  return {
    levels,
    inherited: inherited.length,
    node: (...names) =>
      levels
        .findLast(({ children }) => children.some(({ name }) => names.includes(name)))
        ?.children.find(({ name }) => names.includes(name)),
    value: (name) => levels.findLast(({ attributes }) => attributes[name] !== undefined)?.attributes[name],
    number: (name, usual) =>
      levels.map((each) => readNumber(each, name)).findLast((each) => each !== null) ?? usual,
  };
}

/** The styles of the master for placeholders of a kind. */
function findMasterStyle(chain: ShapeChain, { parents, sheet }: SlideContext): XmlNode | undefined {
  const type = readPlaceholder(chain.at(-1));
  if (type === null) return undefined;
  const styles = findNode((parents.at(-1) ?? sheet).part.root, 'txStyles');
  if (/title/iu.test(type) && type !== 'subTitle') return findNode(styles, 'titleStyle');
  return findNode(styles, /^(?:dt|ftr|sldNum|hdr)$/u.test(type) ? 'otherStyle' : 'bodyStyle');
}

/** The kind of a placeholder; null for other shapes. */
export function readPlaceholder(shape: XmlNode | undefined): string | null {
  const properties = shape?.children.find(({ name }) => /^nv\w+Pr$/u.test(name));
  const placeholder = findNode(properties, 'nvPr', 'ph');
  return placeholder === undefined ? null : (placeholder.attributes['type'] ?? 'obj');
}

/** The style of the letters of a run, or of the end of a paragraph. */
export function readLetters(
  properties: XmlNode | undefined,
  style: ParagraphStyle,
  text: string,
  { shape, context, reference, scale }: LetterPlace,
): LetterStyle {
  const { builder, sheet } = context;
  const name = readName(context, shape);
  const letters = style.levels.map((level) => findNode(level, 'defRPr'));
  const all = [...letters, properties].filter((each) => each !== undefined);
  const value = (key: string): string | undefined =>
    all.findLast(({ attributes }) => attributes[key] !== undefined)?.attributes[key];
  const node = (key: string): XmlNode | undefined =>
    all.flatMap(({ children }) => children.filter((each) => each.name === key)).at(-1);
  const lose = (property: string, reason: string): void => builder.lose(name, property, reason);
  const isBold = isOn(value('b'));
  const weight = isBold ? 700 : 400;
  const wanted = findFamily(node, reference, text, context);
  // The end of a paragraph has no letters that a font could be missing for.
  const fontFamily =
    text.trim() === '' ? builder.fonts.find(wanted, weight).family : builder.family(wanted, name, weight);
  if (builder.fonts.isStandIn(wanted, weight)) context.standIns.add(fontFamily);
  const shift = Number.parseFloat(value('baseline') ?? '0') / 100_000;
  const size = (Number(value('sz') ?? plainSize * 100) / 100) * pxPerPoint * scale;
  const fontSize = Math.max(0.1, rounded(size * (shift === 0 ? 1 : 2 / 3)));
  const findFill = (nodes: readonly (XmlNode | undefined)[]) =>
    nodes.map((each) => readFill(each, { sheet, lose })).findLast((each) => each !== null);
  // The colour of a style of the theme comes after those that all shapes have.
  const ofStyle = readColor(reference, sheet.scheme);
  const fill =
    findFill([...letters.slice(style.inherited), properties]) ??
    (ofStyle === null ? findFill(letters.slice(0, style.inherited)) : undefined);
  if (fill?.kind === 'picture') lose('blipFill', 'Letters have no picture.');
  const color =
    (fill?.kind === 'paint' ? fill.paint : fill?.kind === 'none' ? '#00000000' : null) ??
    ofStyle ??
    sheet.scheme.colors.get(sheet.scheme.map['tx1'] ?? 'dk1') ??
    '#000000';
  const link = readLink(properties, context);
  const spacing = (Number(value('spc') ?? 0) / 100) * pxPerPoint * scale;
  const highlight = readColor(node('highlight'), sheet.scheme);
  const underline = value('u') ?? 'none';
  const strike = value('strike') ?? 'noStrike';
  const isLink = link !== null && sheet.scheme.colors.has('hlink');
  if (underline !== 'none' && strike !== 'noStrike') lose('strike', 'A text has one line: it is underlined.');
  if (findNode(properties, 'effectLst')?.children.length) lose('effectLst', 'Letters have no effects.');
  if (node('ln') !== undefined && readFill(node('ln'), { sheet, lose })?.kind === 'paint')
    lose('ln', 'The line around letters is left out.');
  return {
    fontFamily,
    fontSize,
    fontWeight: weight,
    ...(isOn(value('i')) && { fontStyle: 'italic' }),
    color: isLink ? (sheet.scheme.colors.get('hlink') ?? color) : color,
    ...(spacing !== 0 && { letterSpacing: rounded(spacing) }),
    ...(underline !== 'none' || isLink
      ? { decoration: 'underline' }
      : strike !== 'noStrike'
        ? { decoration: 'line-through' }
        : {}),
    ...(shift !== 0 && { baselineShift: rounded(shift * size) }),
    ...(highlight !== null && { highlight: { color: highlight } }),
    ...(link !== null && { href: link }),
  };
}

/** The family of a run: `+mj-lt` is that of the theme for headings. */
function findFamily(
  node: (key: string) => XmlNode | undefined,
  reference: XmlNode | undefined,
  text: string,
  { sheet }: SlideContext,
): string {
  const kind = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text)
    ? 'ea'
    : /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thai}\p{sc=Devanagari}]/u.test(text)
      ? 'cs'
      : 'latin';
  const fonts = findNode(sheet.theme, 'themeElements', 'fontScheme');
  const ofTheme = (which: string, script: string): string =>
    findNode(fonts, which, script)?.attributes['typeface'] ?? '';
  const resolve = (name: string): string => {
    const [, which, script] = /^\+(m[nj])-(lt|ea|cs)$/u.exec(name) ?? [];
    if (which === undefined) return name;
    const key = { lt: 'latin', ea: 'ea', cs: 'cs' }[script ?? 'lt'] ?? 'latin';
    return ofTheme(which === 'mj' ? 'majorFont' : 'minorFont', key);
  };
  const major = reference?.attributes['idx'] === 'major' ? 'majorFont' : 'minorFont';
  const names = [kind, 'latin'].flatMap((each) => [
    resolve(node(each)?.attributes['typeface'] ?? ''),
    ofTheme(major, each),
  ]);
  return (names.find((each) => each !== '') ?? 'Calibri').replaceAll(',', ' ');
}

function readLink(properties: XmlNode | undefined, { sheet }: SlideContext): string | null {
  const id = readRelationId(findNode(properties, 'hlinkClick'), 'id');
  const relation = id === undefined ? undefined : sheet.part.relations.get(id);
  return relation?.isExternal === true && /^(?:https?|mailto):/iu.test(relation.target)
    ? relation.target
    : null;
}
