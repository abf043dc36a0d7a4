/** Lists of pdfme. */
import type { TemplateElement } from '../../../generated/template.ts';
import type { PdfmeField } from '../../../generated/designs/pdfme.ts';
import { rounded } from '../boxes.ts';
import { readFontName, isVariable, mmPerPoint, readName, type PdfmeContext } from './context.ts';
import { boxesBehind } from './text-boxes.ts';
import { readFace } from './text-fonts.ts';
import { formatted, textElement } from './texts.ts';

/** The room that the renderer leaves for the marks, as a multiple of the font size. */
const markRoom = 1.5;

/** A list as a text whose paragraphs are the items. */
export function convertList(field: PdfmeField, content: string, context: PdfmeContext): TemplateElement[] {
  const { builder } = context;
  const { itemSpacing = 1, listStyle = 'bullet', fontSize = 13 } = field;
  const name = readName(field);
  const items = listItems(content);
  if (items.some((item) => item.startsWith('\t')))
    builder.lose(name, 'content', 'All items of a list are on one level.');
  const { x = 0, y = 0 } = field.position ?? {};
  const start = bodyStart(field) - markRoom * fontSize * mmPerPoint;
  const text = items.map(withoutTabs).join('\n');
  const words = isVariable(field) ? { text } : formatted(field, text);
  const place = { position: { x: x + start, y }, width: Math.max(0, (field.width ?? 0) - start) };
  const element = textElement({ ...field, ...place, verticalAlignment: 'top' }, words, context);
  Object.assign(element, {
    list: listStyle === 'ordered' ? 'decimal' : 'disc',
    ...(itemSpacing > 0 && { paragraphSpacing: rounded(itemSpacing) }),
  });
  if (isVariable(field)) {
    const variable = { target: element, key: 'text', mark: null, defaultValue: text };
    builder.proposals.add({ ...variable, name, from: name, type: 'text', isMarked: true });
  }
  return [...boxesBehind(field, context), element];
}

/** The heights of the items of a list. */
export function listHeights(field: PdfmeField, content: string, context: PdfmeContext): number[] {
  const { itemSpacing = 1, fontSize = 13, lineHeight = 1 } = field;
  const face = readFace(readFontName(field, context), readName(field), context.builder);
  const size = fontSize * mmPerPoint;
  const width = (field.width ?? 0) - bodyStart(field);
  const items = listItems(content);
  if (items.length === 0) return [0];
  return items.map((item, index) => {
    const text = withoutTabs(item);
    const lines = context.measure.measureWithin(
      { type: 'text', text, ...face, fontSize: rounded(size) },
      width,
    );
    return (lines?.lines ?? 1) * size * lineHeight + (index === items.length - 1 ? 0 : itemSpacing);
  });
}

/** Where the texts of the items begin. */
function bodyStart({ markerWidth = 6, markerGap = 2 }: PdfmeField): number {
  return markerWidth + markerGap;
}

function withoutTabs(item: string): string {
  return item.replace(/^\t+/u, '');
}

function listItems(content: string): string[] {
  if (content.trim() === '') return [];
  try {
    const items = JSON.parse(content) as unknown;
    if (Array.isArray(items)) return items.slice(0, 1_000).map(String);
  } catch {
    // Items are lines, too.
  }
  return content.split(/\r\n|\r|\n/gu).slice(0, 1_000);
}
