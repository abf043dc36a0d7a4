/** Marks for bold, italic, struck and linked parts of pdfme's texts. */
import type { TextRun } from '../../../generated/template.ts';

/** The background of code. */
const codeBackground = '#f2f3f5';

/** The depth of nested marks that is read. */
const maxDepth = 8;

const delimiters = ['***', '**', '~~', '`', '*'] as const;
type Delimiter = (typeof delimiters)[number];
type Style = Omit<TextRun, 'text'>;

/** The parts of a text as runs. Marks that are not closed are letters. */
export function markdownRuns(text: string): TextRun[] {
  return parse(text.slice(0, 20_000), {}, 0);
}

/** Whether a text has marks. */
export function hasMarks(text: string): boolean {
  return /[*~`[\\]/u.test(text);
}

function parse(text: string, style: Style, depth: number): TextRun[] {
  const runs: TextRun[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') runs.push({ text: plain, ...style });
    plain = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const escaped = /^\\([\\*~`[\]()])/u.exec(text.slice(at, at + 2))?.[1];
    if (escaped !== undefined) {
      plain += escaped;
      at += 1;
      continue;
    }
    const link = depth < maxDepth && style.href === undefined ? linkAt(text, at) : null;
    const part = link ?? (depth < maxDepth ? markedAt(text, at) : null);
    if (part === null) {
      plain += text.charAt(at);
      continue;
    }
    flush();
    const inner = { ...style, ...part.style };
    if (part.isCode) runs.push({ text: unescape(part.text), ...inner });
    else runs.push(...parse(part.text, inner, depth + 1));
    at = part.end - 1;
  }
  flush();
  return runs;
}

interface Part {
  readonly text: string;
  readonly style: Style;
  readonly isCode: boolean;
  readonly end: number;
}

function linkAt(text: string, at: number): Part | null {
  if (text[at] !== '[') return null;
  const [whole, label, address] =
    /^\[((?:\\.|[^\]\\]){0,2000})\]\((https?:(?:\\.|[^()\\\s]){1,2000})\)/u.exec(
      text.slice(at, at + 4_100),
    ) ?? [];
  if (whole === undefined || label === undefined || address === undefined) return null;
  const style = { href: unescape(address), decoration: 'underline' as const };
  return { text: label, style, isCode: false, end: at + whole.length };
}

function markedAt(text: string, at: number): Part | null {
  const delimiter = delimiters.find((each) => text.startsWith(each, at));
  if (delimiter === undefined) return null;
  const start = at + delimiter.length;
  const close = getClosing(text, delimiter, start);
  if (close === -1) return null;
  return {
    text: text.slice(start, close),
    style: getStyle(delimiter),
    isCode: delimiter === '`',
    end: close + delimiter.length,
  };
}

function getClosing(text: string, delimiter: Delimiter, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(delimiter, at)) return at;
  }
  return -1;
}

function getStyle(delimiter: Delimiter): Style {
  if (delimiter === '***') return { fontWeight: 700, fontStyle: 'italic' };
  if (delimiter === '**') return { fontWeight: 700 };
  if (delimiter === '*') return { fontStyle: 'italic' };
  if (delimiter === '~~') return { decoration: 'line-through' };
  return { highlight: { color: codeBackground } };
}

function unescape(text: string): string {
  return text.replaceAll(/\\([\\*~`[\]()])/gu, '$1');
}
