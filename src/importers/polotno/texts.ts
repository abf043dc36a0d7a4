import type { RectElement, TemplateElement, TextElement, TextRun } from '../../../generated/template.ts';
import type { PolotnoText } from '../../../generated/designs/polotno.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readCssColor, readCssPaint } from '../css-paint.ts';
import type { CommonKeys } from './common-keys.ts';
import { bendText } from './curves.ts';
import { isOldText, textWithSpaces } from './old-texts.ts';
import { isRichText, readRichText } from './rich-text.ts';
import { readStroke } from './strokes.ts';
import { placeOfOldText, placeOfText } from './text-places.ts';
import { readUnderline, underlineOfRun } from './underlines.ts';

/** Converts a text; its background becomes a rect behind it. */
export function convertText(
  text: PolotnoText,
  common: CommonKeys,
  name: string,
  builder: TemplateBuilder,
): TemplateElement[] {
  const { fontSize = 14, text: content = '', dir } = text;
  const element: TextElement = {
    type: 'text',
    ...common,
    ...getFace(text, name, builder),
    fontSize: getSize(fontSize),
    lineHeight: Math.max(0, rounded(Number(text.lineHeight ?? 1.2))),
    align: getAlign(text.align),
    ...getFit(text),
    ...(text.verticalAlign === 'middle' || text.verticalAlign === 'bottom'
      ? { verticalAlign: text.verticalAlign }
      : {}),
    ...((text.letterSpacing ?? 0) !== 0 && { letterSpacing: rounded((text.letterSpacing ?? 0) * fontSize) }),
    ...(dir === 'ltr' || dir === 'rtl' ? { direction: dir } : {}),
    ...getStyle(text, name, builder),
  };
  Object.assign(element, readUnderline(element, isOldText(text), builder));
  if (isRichText(content)) {
    element.runs = readRichText(content, (property, reason) => builder.lose(name, property, reason));
    for (const run of element.runs) {
      if (run.fontFamily !== undefined) run.fontFamily = builder.family(run.fontFamily, name);
      Object.assign(run, underlineOfRun(run, getSize(fontSize)));
    }
  } else element.text = content;
  Object.assign(element, readStroke(text, element, name, builder));
  if (isOldText(text)) {
    Object.assign(element, placeOfOldText(common, element, builder));
    if (element.text !== undefined) element.text = textWithSpaces(element.text);
  } else if (element.runs === undefined) Object.assign(element, placeOfText(common, element, builder));
  if (text.curveEnabled === true && bendText(element, text.curvePower ?? 0.5, builder))
    builder.lose(
      name,
      'curvePower',
      'The text is bent over a part of a circle: the editor may bend it otherwise.',
    );
  propose(element, text, name, builder);
  return [...getBackground(text, common, name, builder), element];
}

function propose(
  element: TextElement,
  { custom }: PolotnoText,
  name: string,
  builder: TemplateBuilder,
): void {
  const variable = custom?.['variable'];
  const pieces: (TextElement | TextRun)[] = element.runs ?? [element];
  if (typeof variable === 'string' && variable !== '' && element.text !== undefined) {
    const place = { target: element, key: 'text', mark: null, defaultValue: element.text };
    builder.proposals.add({ ...place, name: variable, type: 'text', from: name, isMarked: true });
    return;
  }
  for (const piece of pieces) builder.proposeText(piece, { name, from: name });
}

function getFace(
  { fontFamily = 'Roboto', fontWeight = 'normal', fontStyle = 'normal' }: PolotnoText,
  name: string,
  builder: TemplateBuilder,
): Pick<TextElement, 'fontFamily' | 'fontWeight' | 'fontStyle'> {
  const weight = { normal: 400, bold: 700 }[fontWeight] ?? Number(fontWeight);
  return {
    fontFamily: builder.family(fontFamily, name),
    ...(weight >= 100 && weight <= 900 && weight !== 400 && { fontWeight: Math.round(weight / 100) * 100 }),
    ...(fontStyle.includes('italic') && { fontStyle: 'italic' as const }),
  };
}

function getStyle(
  { fill: text = 'black', textDecoration = '', textTransform = 'none' }: PolotnoText,
  name: string,
  builder: TemplateBuilder,
): Pick<TextElement, 'color' | 'decoration' | 'transform'> {
  const color = readCssPaint(text);
  if (color === null) builder.lose(name, 'fill', `"${text}" is no paint that can be read.`);
  const decorations = (['underline', 'line-through'] as const).filter((each) =>
    textDecoration.includes(each),
  );
  const [decoration, second] = decorations;
  if (second !== undefined) builder.lose(name, 'textDecoration', 'A text has one line: it is underlined.');
  const isTransform = ['uppercase', 'lowercase', 'capitalize'].includes(textTransform);
  return {
    ...(color !== null && { color }),
    ...(decoration !== undefined && { decoration }),
    ...(isTransform && { transform: textTransform as 'uppercase' }),
  };
}

/** Padding and radius are shares of half a line. */
function getBackground(
  text: PolotnoText,
  common: CommonKeys,
  name: string,
  builder: TemplateBuilder,
): RectElement[] {
  const { backgroundEnabled = false, backgroundColor = '#7ED321', backgroundOpacity = 1 } = text;
  const { backgroundCornerRadius = 0.5, backgroundPadding = 0.5, fontSize = 14, lineHeight = 1.2 } = text;
  if (!backgroundEnabled) return [];
  const fill = readCssColor(backgroundColor, backgroundOpacity);
  if (fill === null) {
    builder.lose(name, 'backgroundColor', `"${backgroundColor}" is no colour.`);
    return [];
  }
  const half = (fontSize * Number(lineHeight)) / 2;
  const padding = backgroundPadding * half;
  const { shadow: _shadow, blur: _blur, x, y, width, height, ...rest } = common;
  return [
    {
      type: 'rect',
      ...rest,
      id: builder.names.idFor(`${name} background`, 'rect'),
      fill,
      x: rounded(x - padding),
      y: rounded(y - padding),
      width: rounded(width + 2 * padding),
      height: rounded(height + 2 * padding),
      cornerRadius: Math.max(0, rounded(backgroundCornerRadius * half)),
    },
  ];
}

/** The editor sets texts smaller until they fit, however small. Without a height, boxes follow texts. */
function getFit({ height, fontSize = 14 }: PolotnoText): Pick<TextElement, 'overflow' | 'minFontSize'> {
  if (height === undefined) return { overflow: 'visible' };
  return { overflow: 'shrink', minFontSize: Math.max(0.1, rounded(Math.min(8, fontSize / 4))) };
}

function getAlign(align = 'center'): NonNullable<TextElement['align']> {
  const known = ['left', 'center', 'right', 'justify', 'start', 'end'] as const;
  return known.find((each) => each === align) ?? 'center';
}

function getSize(fontSize: number): number {
  return Math.max(0.1, rounded(fontSize));
}
