import { readFont } from './item-font.ts';
import type { TextRuler } from './chart-text.ts';
import { textMetrics, type MarkItem } from './vega.ts';

/**
 * Runs a function with our own measurements of texts in Vega, so that labels are as wide as they are drawn.
 * A renderer draws one page at a time.
 */
export function measureWith<T>(ruler: TextRuler, run: () => T): T {
  textMetrics.width = (item, text) => {
    const line = getText(text);
    const width = ruler.width(line, readFont(item));
    const limit = getLimit(item);
    return limit > 0 ? Math.min(width, limit) : width;
  };
  return run();
}

/** A line of a text item as it is drawn: cut at its limit. */
export function toLine(item: MarkItem, given: unknown, ruler: TextRuler): string {
  const line = getText(given);
  const limit = getLimit(item);
  const font = readFont(item);
  const width = (text: string): number => ruler.width(text, font);
  if (!(limit > 0) || line === '' || width(line) < limit) return line;
  const ellipsis = typeof item['ellipsis'] === 'string' ? item['ellipsis'] : '…';
  const room = limit - width(ellipsis);
  const isRtl = item['dir'] === 'rtl';
  let [kept, tooMany] = [0, line.length];
  while (tooMany - kept > 1) {
    const middle = (kept + tooMany) >> 1;
    if (width(isRtl ? line.slice(-middle) : line.slice(0, middle)) < room) kept = middle;
    else tooMany = middle;
  }
  return isRtl ? ellipsis + (kept === 0 ? '' : line.slice(-kept)) : line.slice(0, kept) + ellipsis;
}

/** The lines of a text item. */
export function toLines({ text, lineBreak }: MarkItem): readonly unknown[] {
  if (Array.isArray(text)) return text as readonly unknown[];
  if (typeof text === 'string' && typeof lineBreak === 'string' && lineBreak !== '')
    return text.split(lineBreak);
  return [text];
}

function getLimit({ limit }: MarkItem): number {
  return limit === null || limit === undefined ? 0 : Number(limit) || 0;
}

/** A value of a specification as Vega writes it. */
function getText(value: unknown): string {
  return value === null || value === undefined ? '' : `${value as string}`.trim();
}
