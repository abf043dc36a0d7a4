import type { RectElement, TemplateElement, TextElement, TextRun } from '../../../generated/template.ts';
import type { PdfmeField } from '../../../generated/designs/pdfme.ts';
import { rounded } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';
import { boxOf, isVariable, mmPerPoint, nameOf, type PdfmeContext } from './context.ts';

const pxPerPoint = 96 / 72;

const weights: Readonly<Record<string, number>> = {
  ...{ thin: 100, extralight: 200, light: 300, regular: 400, medium: 500, semibold: 600 },
  ...{ bold: 700, extrabold: 800, black: 900 },
};

/** Converts a field of text. Its background and border become rects behind it. */
export function convertText(field: PdfmeField, content: string, context: PdfmeContext): TemplateElement[] {
  const { builder } = context;
  const name = nameOf(field);
  const element = textElement(field, context);
  const { variables = [] } = field;
  if (field.type === 'multiVariableText' && variables.length > 0 && isVariable(field)) {
    element.runs = variableRuns(field, content, context);
  } else if (isVariable(field)) {
    element.text = content;
    const place = { target: element, key: 'text', mark: null, defaultValue: content };
    builder.proposals.add({ ...place, name, from: name, type: variableType(field), isMarked: true });
  } else {
    element.text = fixedText(field, content, context);
    builder.proposeText(element, { name, from: name });
  }
  return [...boxesBehind(field, context), element];
}

function variableType({ type }: PdfmeField): 'text' | 'date' {
  return type === 'date' ? 'date' : 'text';
}

/** A text element of a field, without its text. */
export function textElement(field: PdfmeField, { builder, fontName }: PdfmeContext): TextElement {
  const name = nameOf(field);
  const { dynamicFontSize, lineHeight = 1, characterSpacing = 0, alignment = 'left' } = field;
  const { verticalAlignment = 'top', underline, strikethrough } = field;
  const fontColor = field.fontColor === undefined || field.fontColor === '' ? '#000000' : field.fontColor;
  const face = faceOf(field.fontName ?? fontName, name, builder);
  const isDynamic =
    dynamicFontSize !== undefined && (dynamicFontSize.max ?? 72) >= (dynamicFontSize.min ?? 4);
  const points = Math.max(0.1, isDynamic ? (dynamicFontSize.max ?? 72) : (field.fontSize ?? 13));
  const multiple = Math.max(0.01, rounded(lineHeight));
  const color = readCssColor(fontColor);
  if (color === null) builder.lose(name, 'fontColor', `"${fontColor}" is no colour.`);
  if (underline === true && strikethrough === true)
    builder.lose(name, 'strikethrough', 'A text has one line: it is underlined.');
  if (field.textFormat !== undefined && field.textFormat !== 'plain')
    builder.lose(name, 'textFormat', 'Marks for bold, italic and links in the text are shown as they are.');
  if (field.overflow === 'expand')
    builder.lose(name, 'overflow', 'What is below does not move when the text is longer.');
  const box = contentBox(field);
  const align = (['center', 'right', 'justify'] as const).find((each) => each === alignment);
  const vertical = (['middle', 'bottom'] as const).find((each) => each === verticalAlignment);
  return {
    ...{ type: 'text', id: builder.names.idFor(name, 'text'), ...box },
    y: rounded(box.y + baselineShift(face, points, { multiple, vertical, builder }) * mmPerPoint),
    ...{ ...face, fontSize: rounded(points * mmPerPoint), lineHeight: multiple },
    ...(isDynamic
      ? { overflow: 'shrink', minFontSize: rounded(Math.max(0.1, dynamicFontSize.min ?? 4) * mmPerPoint) }
      : { overflow: 'visible' }),
    ...(characterSpacing !== 0 && { letterSpacing: rounded(characterSpacing * mmPerPoint) }),
    ...{ align: align ?? 'left', color: color ?? '#000' },
    ...(vertical !== undefined && { verticalAlign: vertical }),
    ...(underline === true
      ? { decoration: 'underline' }
      : strikethrough === true
        ? { decoration: 'line-through' }
        : {}),
  };
}

/** How far pdfme draws its lines below ours, in points. */
function baselineShift(
  face: { fontFamily: string; fontWeight?: number; fontStyle?: 'italic' },
  points: number,
  {
    multiple,
    vertical,
    builder,
  }: {
    readonly multiple: number;
    readonly vertical: 'middle' | 'bottom' | undefined;
    readonly builder: PdfmeContext['builder'];
  },
): number {
  const { ascent, descent } = builder.fonts.metrics(face);
  const leading = (multiple - 1) / 2;
  const own =
    builder.fonts.baseline({ ...face, fontSize: points * pxPerPoint, lineHeight: multiple }) / pxPerPoint;
  const exact = ((multiple + ascent - descent) / 2) * points;
  if (vertical === undefined) return (ascent + leading) * points - own;
  if (vertical === 'middle') return exact - own;
  return exact - own - ((ascent + descent - 1) / 2) * points;
}

/** The family of a font whose name may end with its weight: `NotoSansJP-Bold`. */
function faceOf(
  fontName: string,
  name: string,
  builder: PdfmeContext['builder'],
): { fontFamily: string; fontWeight?: number; fontStyle?: 'italic' } {
  const [, base = fontName, word = '', italic = ''] =
    /^(.+?)[-_ ]?(thin|extralight|light|regular|medium|semibold|bold|extrabold|black)?[-_ ]?(italic)?$/iu.exec(
      fontName.slice(0, 100),
    ) ?? [];
  const weight = weights[word.toLowerCase()] ?? 400;
  return {
    fontFamily: builder.family(base, name),
    ...(weight !== 400 && { fontWeight: weight }),
    ...(italic !== '' && { fontStyle: 'italic' }),
  };
}

/** The box of a text inside of its border and padding. */
function contentBox(field: PdfmeField): ReturnType<typeof boxOf> {
  const box = boxOf(field);
  const { borderWidth, padding = {} } = field;
  const border = typeof borderWidth === 'object' ? borderWidth : {};
  const [top, right, bottom, left] = (['top', 'right', 'bottom', 'left'] as const).map(
    (side) => (border[side] ?? 0) + (padding[side] ?? 0),
  ) as [number, number, number, number];
  return {
    ...box,
    ...{ x: rounded(box.x + left), y: rounded(box.y + top) },
    width: Math.max(0, rounded(box.width - left - right)),
    height: Math.max(0, rounded(box.height - top - bottom)),
  };
}

/** The background of a field and the four lines of its border. */
export function boxesBehind(field: PdfmeField, { builder }: PdfmeContext): RectElement[] {
  const name = nameOf(field);
  const box = boxOf(field);
  const { borderWidth, borderColor = '', backgroundColor = '' } = field;
  const rects: RectElement[] = [];
  const add = (part: string, fill: string | null, place: object): void => {
    if (fill === null) return;
    const id = builder.names.idFor(`${name} ${part}`, 'rect');
    rects.push({ type: 'rect', id, ...box, ...place, fill });
  };
  if (backgroundColor !== '') add('background', readCssColor(backgroundColor), {});
  if (typeof borderWidth !== 'object' || borderColor === '') return rects;
  const color = readCssColor(borderColor);
  const { top = 0, right = 0, bottom = 0, left = 0 } = borderWidth;
  if (box.rotation !== 0 && top + right + bottom + left > 0) {
    builder.lose(name, 'borderWidth', 'The border of a field that is turned is not drawn.');
    return rects;
  }
  if (top > 0) add('top', color, { height: rounded(top) });
  if (right > 0) add('right', color, { x: rounded(box.x + box.width - right), width: rounded(right) });
  if (bottom > 0) add('bottom', color, { y: rounded(box.y + box.height - bottom), height: rounded(bottom) });
  if (left > 0) add('left', color, { width: rounded(left) });
  return rects;
}

/** A text with variables as runs, so that each may have another value. */
function variableRuns(field: PdfmeField, content: string, { builder }: PdfmeContext): TextRun[] {
  const name = nameOf(field);
  const known = new Set(field.variables ?? []);
  const values = readValues(content);
  const runs: TextRun[] = [];
  for (const part of (field.text ?? '').split(/(\{[^{}]+\})/u)) {
    const variable = part.startsWith('{') ? part.slice(1, -1) : '';
    if (!known.has(variable)) {
      if (part !== '' && variable === '') runs.push({ text: part });
      continue;
    }
    const run: TextRun = { text: values[variable] ?? '' };
    const place = { target: run, key: 'text', mark: null, defaultValue: run.text };
    builder.proposals.add({ ...place, name: variable, from: name, type: 'text', isMarked: true });
    runs.push(run);
  }
  return runs.length > 0 ? runs : [{ text: '' }];
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

/** A text that is the same in all documents, with the numbers of its page. */
function fixedText(field: PdfmeField, content: string, { builder, pages }: PdfmeContext): string {
  const source =
    field.type === 'multiVariableText'
      ? (field.text ?? '').replaceAll(
          /\{([^{}]+)\}/gu,
          (mark, key: string) => readValues(content)[key] ?? mark,
        )
      : content;
  return source.replaceAll(/\{([^{}\n]+)\}/gu, (mark, expression: string) => {
    const known = { currentPage: '1', totalPages: String(pages) }[expression.trim()];
    if (known === undefined)
      builder.lose(nameOf(field), 'content', `The expression ${mark.slice(0, 60)} is not worked out.`);
    return known ?? mark;
  });
}
