/** Writes documents as HTML pages whose boxes are laid out by CSS flexbox in place of our engine. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Layout, TemplateDocument, TemplateElement, TextElement } from '../../generated/template.ts';
import { maxHeight, minHeight } from '../../src/render/output-size.ts';

type Style = Record<string, string | number | undefined>;
type Around = Layout | undefined;

const visual = path.join(import.meta.dirname, '../visual/cases');

/** The page of a document: the fonts, pictures and text styles of the visual cases. */
export function toHtml(document: TemplateDocument): string {
  return [
    `<!doctype html><html lang="${document.language ?? 'en'}"><meta charset="utf-8">`,
    `<base href="${pathToFileURL(visual).href}/"><link rel="stylesheet" href="../base.css">`,
    '<style>body *{flex:none;margin:0;min-width:0;min-height:0}</style>',
    `<body>${toBody(document)}</body></html>`,
  ].join('\n');
}

/** Changes when the page of a document changes. */
export function digest(document: TemplateDocument): string {
  return createHash('sha256').update(toBody(document)).digest('hex').slice(0, 12);
}

function toBody({ viewport, layout, elements = [] }: TemplateDocument): string {
  const { width, height } = viewport;
  const style: Style = {
    position: 'relative',
    width: px(width),
    ...(typeof height === 'number'
      ? { height: px(height) }
      : { 'min-height': px(minHeight(viewport)), 'max-height': px(maxHeight(viewport)) }),
    ...layoutStyle(layout),
  };
  return tag('div', 'page', style, elements.map((element) => toElement(element, layout)).join('\n'));
}

function toElement(element: TemplateElement, around: Around): string {
  if (element.visible === false) return '';
  const { id, type } = element;
  const style = boxStyle(element, element.position === 'absolute' ? undefined : around);
  switch (type) {
    case 'text':
      return tag('div', id, { ...style, ...textStyle(element) }, content(element), 'class="text"');
    case 'image':
      return tag('img', id, style, null, `src="../assets/${element.src}"`);
    case 'group': {
      const inside = element.elements.map((each) => toElement(each, element.layout)).join('\n');
      return tag('div', id, { ...style, ...layoutStyle(element.layout) }, inside);
    }
    case 'rect':
    case 'ellipse':
    case 'line':
    case 'path':
    case 'qrcode':
    case 'barcode':
    case 'chart':
    case 'table':
      return tag('div', id, style, '');
  }
}

function boxStyle(element: TemplateElement, around: Around): Style {
  const { minWidth, maxWidth, minHeight, maxHeight } = element;
  const style: Style = {
    'min-width': px(minWidth),
    'max-width': px(maxWidth),
    'min-height': px(minHeight),
    'max-height': px(maxHeight),
  };
  return { ...style, ...(around === undefined ? freeStyle(element) : inLayout(element, around)) };
}

function freeStyle({ x, y, width, height, pin = {}, ...element }: TemplateElement): Style {
  const isAcross = pin.left !== undefined && pin.right !== undefined;
  const isDown = pin.top !== undefined && pin.bottom !== undefined;
  const up = element.type === 'text' ? { top: 0, middle: 50, bottom: 100 }[element.anchor ?? 'top'] : 0;
  return {
    position: 'absolute',
    left: px(pin.left ?? (pin.right === undefined ? x : undefined)),
    right: px(pin.right),
    top: px(pin.top ?? (pin.bottom === undefined ? y : undefined)),
    bottom: px(pin.bottom),
    width: isAcross ? undefined : width === 'hug' ? (isPicture(element) ? 'auto' : 'max-content') : px(width),
    height: isDown || height === 'hug' ? undefined : px(height),
    transform: up === 0 || height !== 'hug' ? undefined : `translateY(-${up}%)`,
  };
}

function inLayout(element: TemplateElement, { direction = 'row', align = 'start' }: Layout): Style {
  const { width, height, grow = 1, type } = element;
  const isRow = direction === 'row';
  const [main, cross] = isRow ? [width, height] : [height, width];
  // Texts and groups that hug make room along their lines.
  const isVertical = type === 'text' && element.writingMode === 'vertical-rl';
  const shrinks = main === 'hug' && (isVertical ? !isRow : isRow && (type === 'text' || type === 'group'));
  const own = element.alignSelf ?? align;
  // Pictures keep their ratio.
  const keepsSize = own === 'stretch' && isPicture(element);
  return {
    position: 'relative',
    width: px(width),
    height: px(height),
    flex: main === 'fill' ? `${grow} 1 0px` : shrinks ? '0 1 auto' : undefined,
    'align-self': cross === 'fill' ? 'stretch' : keepsSize ? 'flex-start' : alignment(element.alignSelf),
    margin: sides(element.type === 'qrcode' ? undefined : element.margin),
  };
}

function isPicture({ type }: Pick<TemplateElement, 'type'>): boolean {
  return type === 'image';
}

function layoutStyle(layout: Around): Style {
  if (layout === undefined) return {};
  const { direction = 'row', gap = 0, rowGap = gap, padding, align = 'start', justify = 'start' } = layout;
  return {
    display: 'flex',
    'flex-direction': direction,
    'flex-wrap': layout.wrap === true ? 'wrap' : undefined,
    'column-gap': px(gap),
    'row-gap': px(rowGap),
    padding: sides(padding),
    'align-items': alignment(align),
    'align-content': 'flex-start',
    'justify-content': alignment(justify),
  };
}

function alignment(value: string | undefined): string | undefined {
  return value === 'start' || value === 'end' ? `flex-${value}` : value;
}

function textStyle({ fontFamily, columns, ...element }: TextElement): Style {
  const { fontSize, lineHeight, fontWeight, letterSpacing } = element;
  const fallbacks =
    "Inter, 'Noto Sans Symbols 2', 'Noto Color Emoji', 'Noto Sans SC', 'Noto Sans JP', 'Noto Sans KR', " +
    "'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Noto Sans Thai'";
  return {
    'font-family': fontFamily === undefined ? undefined : `'${fontFamily}', ${fallbacks}`,
    'font-size': typeof fontSize === 'number' ? px(fontSize) : undefined,
    'font-weight': fontWeight,
    'line-height': lineHeight,
    'letter-spacing': px(letterSpacing),
    'white-space': element.wrap === false ? 'pre' : undefined,
    'writing-mode': element.writingMode,
    columns,
  };
}

function content({ text, runs }: TextElement): string {
  if (runs === undefined) return escape(text ?? '');
  return runs
    .map(({ text, fontSize, fontWeight }) => {
      const style = { 'font-size': px(fontSize), 'font-weight': fontWeight };
      return `<span${styleAttribute(style)}>${escape(text ?? '')}</span>`;
    })
    .join('');
}

function px(length: unknown): string | undefined {
  return typeof length === 'number' ? `${length}px` : undefined;
}

function sides(lengths: number | readonly number[] | undefined): string | undefined {
  if (lengths === undefined) return undefined;
  return (typeof lengths === 'number' ? [lengths] : lengths).map(px).join(' ');
}

function tag(name: string, id: string, style: Style, inside: string | null, more = ''): string {
  const start = `<${name} id="${id}" ${more}${styleAttribute(style)}>`;
  return inside === null ? start : `${start}${inside}</${name}>`;
}

function styleAttribute(style: Style): string {
  const written = Object.entries(style).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  );
  return ` style="${escape(written.join('; '))}"`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
