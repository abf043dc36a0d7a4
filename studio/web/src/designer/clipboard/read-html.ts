/** What other programs put on the clipboard as HTML: words with their look, tables. */
import type { TextRun } from '../../../../../generated/template.ts';

/** A part of a text with its look. Sizes are CSS pixels. */
export type PastedRun = Pick<
  TextRun,
  'text' | 'fontSize' | 'fontWeight' | 'fontStyle' | 'decoration' | 'href'
> & { readonly color?: string };

/**
 * HTML as a document that is never shown: nothing in it is loaded or run. The page's content policy has no
 * inline styles, so those of elements become data, and style sheets are left out.
 */
export function parseHtml(html: string): Document {
  const plain = html
    .replaceAll(/<style\b[\s\S]*?<\/style>/giu, '')
    .replaceAll(/<[a-z][^>]*>/giu, (tag) => tag.replaceAll(/\sstyle\s*=/giu, ' data-style='));
  return new DOMParser().parseFromString(plain, 'text/html');
}

/** What the style of an element says of a property; empty: nothing. */
function styleOf(element: HTMLElement, property: string): string {
  const declarations = (element.dataset['style'] ?? '').split(';').map((each) => each.split(':'));
  const found = declarations.findLast(([name = '']) => name.trim().toLowerCase() === property);
  return (found?.slice(1).join(':') ?? '').replace(/!important/iu, '').trim();
}

/** The cells of a table, if the content is a table and nothing else; null: it is not. */
export function readTable({ body }: Document): string[][] | null {
  const [table, ...others] = body.querySelectorAll('table');
  if (table === undefined || others.length > 0) return null;
  if (textOf(body) !== textOf(table)) return null;
  const rows = [...table.rows].map((row) =>
    [...row.cells].flatMap((cell) => [
      readCell(cell),
      // A wide cell stands for several.
      ...Array.from({ length: Math.min(cell.colSpan, maxColumns) - 1 }, () => ''),
    ]),
  );
  return rows.some((cells) => cells.length > 0) ? rows : null;
}

const maxColumns = 50;

function readCell(cell: Element): string {
  return joinRuns(readRuns(cell))
    .map(({ text }) => text)
    .join('')
    .trim();
}

function textOf(element: Element): string {
  return (element.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
}

/** The text of an element with its look, as parts. */
export function readRuns(root: Element): PastedRun[] {
  const runs: PastedRun[] = [];
  const breakLine = () => {
    if (runs.length > 0 && !(runs.at(-1)?.text.endsWith('\n') ?? true)) runs.push({ text: '\n' });
  };
  const visit = (node: Node, look: Omit<PastedRun, 'text'>, keepsSpaces: boolean): void => {
    if (node instanceof Text) {
      const text = keepsSpaces ? node.data : node.data.replaceAll(/[\t\n\r ]+/gu, ' ');
      const startsLine = runs.length === 0 || runs.at(-1)!.text.endsWith('\n');
      const shown = startsLine && !keepsSpaces ? text.trimStart() : text;
      if (shown !== '') runs.push({ ...look, text: shown.replaceAll('\u00a0', ' ') });
      return;
    }
    if (!(node instanceof HTMLElement) || /^(?:STYLE|SCRIPT|HEAD|TITLE|META|LINK)$/u.test(node.tagName))
      return;
    if (node.tagName === 'BR') {
      runs.push({ ...look, text: '\n' });
      return;
    }
    const isBlock = blocks.test(node.tagName);
    if (isBlock) breakLine();
    if (node.tagName === 'LI') runs.push({ ...look, text: '• ' });
    const keeps = keepsSpaces || node.tagName === 'PRE' || /^pre/iu.test(styleOf(node, 'white-space'));
    for (const child of node.childNodes) visit(child, { ...look, ...lookOf(node) }, keeps);
    if (isBlock) breakLine();
  };
  visit(root, {}, false);
  return trimRuns(runs);
}

const blocks = /^(?:P|DIV|H[1-6]|LI|UL|OL|TR|TABLE|BLOCKQUOTE|SECTION|ARTICLE|PRE)$/u;

/** The look that an element gives its text: that of its kind, then that of its style. */
function lookOf(element: HTMLElement): Omit<PastedRun, 'text'> {
  const { tagName } = element;
  const color = styleOf(element, 'color');
  const fontStyle = styleOf(element, 'font-style');
  const weight = readWeight(styleOf(element, 'font-weight'));
  const size = readSize(styleOf(element, 'font-size'));
  const line = `${styleOf(element, 'text-decoration-line')} ${styleOf(element, 'text-decoration')}`;
  const href = tagName === 'A' ? (element.getAttribute('href') ?? '') : '';
  return {
    ...(/^(?:B|STRONG|TH|H[1-6])$/u.test(tagName) ? { fontWeight: 700 } : {}),
    ...(/^(?:I|EM)$/u.test(tagName) ? { fontStyle: 'italic' as const } : {}),
    ...(tagName === 'U' ? { decoration: 'underline' as const } : {}),
    ...(/^(?:S|STRIKE|DEL)$/u.test(tagName) ? { decoration: 'line-through' as const } : {}),
    ...(/^(?:https?:|mailto:|tel:)/iu.test(href) && !href.includes('{{') ? { href } : {}),
    ...(weight === null ? {} : { fontWeight: weight }),
    ...(fontStyle === 'italic' || fontStyle === 'normal' ? { fontStyle } : {}),
    ...(/underline/u.test(line) ? { decoration: 'underline' as const } : {}),
    ...(/line-through/u.test(line) ? { decoration: 'line-through' as const } : {}),
    ...(color === '' || !CSS.supports('color', color) || /^(?:inherit|initial|var\(|windowtext)/iu.test(color)
      ? {}
      : { color }),
    ...(size === null ? {} : { fontSize: size }),
  };
}

function readWeight(weight: string): number | null {
  if (weight === 'bold') return 700;
  if (weight === 'normal') return 400;
  return /^\d{3}$/u.test(weight) ? Number(weight) : null;
}

/** CSS pixels; null for sizes that depend on others. */
function readSize(size: string): number | null {
  const [, number = '', unit = ''] = /^([\d.]+)(px|pt)$/u.exec(size) ?? [];
  const value = Number(number) * (unit === 'pt' ? 96 / 72 : 1);
  return unit === '' || !(value > 0) ? null : value;
}

function trimRuns(given: readonly PastedRun[]): PastedRun[] {
  const runs = joinRuns(given);
  const last = runs.at(-1);
  if (last !== undefined) runs[runs.length - 1] = { ...last, text: last.text.trimEnd() };
  return joinRuns(runs.filter(({ text }) => text !== ''));
}

/** Neighbours of the same look are one run. */
export function joinRuns(runs: readonly PastedRun[]): PastedRun[] {
  const joined: PastedRun[] = [];
  const keyOf = ({ text: _, ...look }: PastedRun) => JSON.stringify(Object.entries(look).sort());
  for (const run of runs) {
    const last = joined.at(-1);
    const isBreak = run.text === '\n';
    if (last !== undefined && (isBreak || keyOf(last) === keyOf(run)))
      joined[joined.length - 1] = { ...last, text: last.text + run.text };
    else joined.push(run);
  }
  return joined;
}
