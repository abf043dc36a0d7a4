import type { TemplateElement, TextElement, TextRun } from '../../../generated/template.ts';
import type { PdfmeField } from '../../../generated/designs/pdfme.ts';
import { rounded } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';
import { readBox, readFontName, isVariable, mmPerPoint, readName, type PdfmeContext } from './context.ts';
import { hasMarks, markdownRuns } from './markdown.ts';
import { boxesBehind, contentBox } from './text-boxes.ts';
import { baselineShift, readFace, readMetrics, textHeight, type LineStyle } from './text-fonts.ts';
import { readSize } from './text-size.ts';
import { lookUp } from '../look-up.ts';

/** What a text says. */
export type Words = { readonly text: string } | { readonly runs: TextRun[] };

/** Converts a field of text. Its background and border become rects behind it. */
export function convertText(field: PdfmeField, content: string, context: PdfmeContext): TemplateElement[] {
  const { builder } = context;
  const name = readName(field);
  const { variables = [], text = '' } = field;
  const hasVariables = field.type === 'multiVariableText' && variables.length > 0;
  if (hasVariables && (isVariable(field) || matchedValues(field, content) !== null)) {
    const element = textElement(field, { runs: variableRuns(field, content, context) }, context);
    const more = struckThrough(field, element, context).map((line) => ({
      ...line,
      runs: variableRuns(field, content, context),
    }));
    return [...boxesBehind(field, context), element, ...more];
  }
  const isFixed = !isVariable(field) || field.type === 'multiVariableText';
  const source = field.type === 'multiVariableText' && !hasVariables ? text : content;
  const words = isFixed ? fixedWords(field, source, context) : { text: content };
  const element = textElement(field, words, context);
  const more = struckThrough(field, element, context);
  if (isFixed) {
    if (more.length === 0 && element.text !== undefined)
      builder.proposeText(element, { name, from: name, hasMarks: false });
  } else {
    for (const target of [element, ...more]) {
      const place = { target, key: 'text', mark: null, defaultValue: content };
      builder.proposals.add({ ...place, name, from: name, type: variableType(field), isMarked: true });
    }
  }
  return [...boxesBehind(field, context), element, ...more];
}

/** A text with its marks, where the field has marks. */
export function formatted({ textFormat = 'plain' }: PdfmeField, text: string): Words {
  return textFormat !== 'plain' && hasMarks(text) ? { runs: markdownRuns(text) } : { text };
}

function variableType({ type }: PdfmeField): 'text' | 'date' {
  return type === 'date' ? 'date' : 'text';
}

/** A text element of a field. */
export function textElement(field: PdfmeField, words: Words, context: PdfmeContext): TextElement {
  const { builder } = context;
  const name = readName(field);
  const { lineHeight = 1, characterSpacing = 0, alignment = 'left', verticalAlignment = 'top' } = field;
  const fontColor = field.fontColor === undefined || field.fontColor === '' ? '#000000' : field.fontColor;
  const face = readFace(readFontName(field, context), name, builder);
  const multiple = Math.max(0.01, rounded(lineHeight));
  const color = readCssColor(fontColor);
  if (color === null) builder.lose(name, 'fontColor', `"${fontColor}" is no colour.`);
  if (field.overflow === 'expand')
    builder.lose(name, 'overflow', 'What is below does not move when the text is longer.');
  const box = contentBox(field);
  const align = (['center', 'right', 'justify'] as const).find((each) => each === alignment);
  const vertical = (['middle', 'bottom'] as const).find((each) => each === verticalAlignment);
  const spacing = characterSpacing === 0 ? {} : { letterSpacing: rounded(characterSpacing * mmPerPoint) };
  const style = { face, multiple, vertical };
  const loose = { type: 'text' as const, ...face, lineHeight: multiple, ...spacing, ...words };
  const { points, dynamic } = readSize(
    field,
    loose,
    { style, width: box.width, height: box.height },
    context,
  );
  if (dynamic?.fits === false)
    builder.lose(name, 'dynamicFontSize', 'It has no room: other texts have its smallest size, too.');
  const isDynamic = dynamic !== null && dynamic.fits && isVariable(field);
  // pdfme counts the first line as high as its letters.
  const more = isDynamic ? (1 - readMetrics(face, builder).ascent) * multiple * points * mmPerPoint : 0;
  const share = vertical === undefined ? 0 : vertical === 'middle' ? 0.5 : 1;
  return {
    type: 'text',
    id: builder.names.idFor(name, 'text'),
    ...box,
    y: rounded(box.y + baselineShift(style, points, builder) - more * share),
    height: Math.max(0, rounded(box.height + more)),
    ...face,
    fontSize: rounded(points * mmPerPoint),
    lineHeight: multiple,
    overflow: 'visible',
    ...(isDynamic && {
      fontSize: rounded(dynamic.max * mmPerPoint),
      minFontSize: rounded(dynamic.min * mmPerPoint),
      overflow: 'shrink' as const,
      ...(dynamic.isOneLine && { wrap: false }),
    }),
    ...spacing,
    align: align ?? 'left',
    color: color ?? '#000',
    ...(vertical !== undefined && { verticalAlign: vertical }),
    ...getDecoration(field, style, isDynamic ? dynamic.max : points, builder),
    ...words,
  };
}

/** The line of a text: pdfme draws it a twelfth of the font size thick. */
function getDecoration(
  { underline, strikethrough }: PdfmeField,
  { face }: LineStyle,
  points: number,
  builder: PdfmeContext['builder'],
): Partial<TextElement> {
  if (underline !== true && strikethrough !== true) return {};
  const size = points * mmPerPoint;
  const decorationThickness = rounded(size / 12);
  if (underline !== true) return { decoration: 'line-through', decorationThickness };
  const offset = (readMetrics(face, builder).ascent * size) / 12 - size / 24;
  return { decoration: 'underline', decorationThickness, decorationOffset: rounded(offset) };
}

/** A text has one line: what is underlined and struck through is there a second time, of its line only. */
function struckThrough(field: PdfmeField, element: TextElement, { builder }: PdfmeContext): TextElement[] {
  const { color } = element;
  if (field.underline !== true || field.strikethrough !== true || typeof color !== 'string') return [];
  const name = readName(field);
  const { decorationOffset: _offset, ...rest } = element;
  const id = builder.names.idFor(`${name} line`, 'text');
  const line = { decoration: 'line-through' as const, decorationColor: color, color: '#00000000' };
  return [{ ...rest, id, ...line }];
}

/** A text with variables as runs, so that each may have another value. Marks for bold hold, too. */
function variableRuns(field: PdfmeField, content: string, { builder }: PdfmeContext): TextRun[] {
  const name = readName(field);
  const known = new Set(field.variables ?? []);
  const values = matchedValues(field, content) ?? readValues(content);
  const words = formatted(field, field.text ?? '');
  const runs: TextRun[] = [];
  for (const { text, ...style } of 'runs' in words ? words.runs : [{ text: words.text }]) {
    for (const part of text.split(/(\{[^{}]+\})/u)) {
      const variable = part.startsWith('{') ? part.slice(1, -1) : '';
      if (!known.has(variable)) {
        if (part !== '' && variable === '') runs.push({ text: part, ...style });
        continue;
      }
      const run: TextRun = { text: lookUp(values, variable) ?? '', ...style };
      // Fields have values of their own: with another one, the same name is another variable.
      const place = { target: run, key: 'text', mark: null, defaultValue: run.text, scope: run.text };
      builder.proposals.add({
        ...place,
        name: variable,
        from: name,
        type: 'text',
        isMarked: isVariable(field),
      });
      runs.push(run);
    }
  }
  return runs.length > 0 ? runs : [{ text: '' }];
}

/**
 * The values of a field that is read only, which is drawn from its content, where that is its text with
 * values in the places of the variables; else null.
 */
function matchedValues(field: PdfmeField, content: string): Record<string, string> | null {
  const { text = '', variables = [] } = field;
  if (isVariable(field) || Object.keys(readValues(content)).length > 0 || content.length > 2_000) return null;
  const parts = text.split(/\{([^{}]+)\}/u);
  const names = parts.filter((_part, index) => index % 2 === 1);
  // Each once, with something between them: else there is more than one way to divide the content.
  const isPlain = new Set(names).size === names.length && parts.slice(1, -1).every((part) => part !== '');
  if (!isPlain || names.length === 0 || names.some((name) => !variables.includes(name))) return null;
  const values: Record<string, string> = {};
  let at = parts[0]?.length ?? 0;
  if (!content.startsWith(parts[0] ?? '')) return null;
  for (const [index, name] of names.entries()) {
    const after = parts[2 * index + 2] ?? '';
    const isLast = index === names.length - 1;
    const end = isLast ? content.length - after.length : content.indexOf(after, at);
    if (end < at || !content.startsWith(after, end)) return null;
    values[name] = content.slice(at, end);
    at = end + after.length;
  }
  return values;
}

function readValues(content: string): Record<string, string> {
  try {
    const values = JSON.parse(content) as unknown;
    if (typeof values !== 'object' || values === null) return {};
    return Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) =>
        ['string', 'number', 'boolean'].includes(typeof value) ? [[key, String(value)]] : [],
      ),
    );
  } catch {
    return {};
  }
}

/** A text that is the same in all documents, but for the values of other fields that it names. */
function fixedWords(field: PdfmeField, content: string, context: PdfmeContext): Words {
  const hasVariables = field.type === 'multiVariableText' && (field.variables ?? []).length > 0;
  const values = hasVariables ? readValues(content) : {};
  // A field whose content is no values is drawn from its content.
  const source =
    hasVariables && Object.keys(values).length > 0
      ? (field.text ?? '').replaceAll(/\{([^{}]+)\}/gu, (mark, key: string) => lookUp(values, key) ?? mark)
      : content;
  const words = expressionWords(field, source, context);
  return typeof words === 'string' ? formatted(field, words) : { runs: words };
}

/** The text with its expressions filled in; as runs if variables are among them. */
function expressionWords(field: PdfmeField, source: string, context: PdfmeContext): string | TextRun[] {
  const { builder, page, pages } = context;
  const name = readName(field);
  const isPlain = (field.textFormat ?? 'plain') === 'plain' || !hasMarks(source);
  const runs: TextRun[] = [{ text: '' }];
  const append = (text: string): void => {
    const last = runs.at(-1);
    if (last !== undefined) last.text += text;
  };
  for (const part of source.split(/(\{[^{}\n]+\})/u)) {
    const expression = /^\{([^{}\n]+)\}$/u.exec(part)?.[1]?.trim();
    const known = lookUp({ currentPage: String(page), totalPages: String(pages) }, expression ?? '');
    if (expression === undefined || known !== undefined) {
      append(known ?? part);
      continue;
    }
    const found = getValue(expression, context);
    if (found === null)
      builder.lose(name, 'content', `The expression ${part.slice(0, 60)} is not worked out.`);
    if (found === null || found.variable === null || !isPlain) {
      append(found?.value ?? part);
      continue;
    }
    const run: TextRun = { text: found.value };
    const place = { target: run, key: 'text', mark: null, defaultValue: found.value, scope: found.scope };
    builder.proposals.add({ ...place, name: found.variable, from: name, type: 'text', isMarked: true });
    runs.push(run, { text: '' });
  }
  if (runs.length === 1) return runs[0]?.text ?? '';
  return runs.filter(({ text }, index) => text !== '' || index % 2 === 1);
}

/** What an expression is that names a text field, or a variable of one: `field`, `field.variable`. */
function getValue(
  expression: string,
  { named }: PdfmeContext,
): { readonly value: string; readonly variable: string | null; readonly scope: string } | null {
  const [name = '', key, ...rest] = expression.split('.').map((part) => part.trim());
  const found = named.get(name);
  if (found === undefined || rest.length > 0) return null;
  const { field, content } = found;
  // Expressions of the other field would have to be worked out first.
  if (!isVariable(field) && /\{[^{}\n]+\}/u.test(content)) return null;
  if (key === undefined)
    return field.type === 'text'
      ? { value: content, variable: isVariable(field) ? name : null, scope: '' }
      : null;
  const value = readValues(content)[key];
  if (field.type !== 'multiVariableText' || value === undefined) return null;
  return { value, variable: isVariable(field) ? key : null, scope: value };
}

/** The height of a field of text that grows with its text. */
export function expandedHeight(field: PdfmeField, content: string, context: PdfmeContext): number {
  const { lineHeight = 1, characterSpacing = 0, fontSize = 13 } = field;
  const values = readValues(content);
  const text =
    field.type === 'multiVariableText'
      ? (field.text ?? '').replaceAll(/\{([^{}]+)\}/gu, (_mark, key: string) => lookUp(values, key) ?? '')
      : content;
  const box = readBox(field);
  const inner = contentBox(field);
  const face = readFace(readFontName(field, context), readName(field), context.builder);
  const loose = {
    type: 'text' as const,
    ...face,
    ...formatted(field, text),
    ...(characterSpacing !== 0 && { letterSpacing: rounded(characterSpacing * mmPerPoint) }),
  };
  const style = { face, multiple: lineHeight };
  const place = { points: fontSize, width: inner.width };
  return textHeight(loose, style, place, context).height + box.height - inner.height;
}
