/** What is on the clipboard, whichever program has put it there. */
import { readCells } from '../../parts/previews/paste-cells.ts';
import { readElements, type CopiedElements } from './clipboard.ts';
import { findCopied } from './last-copied.ts';
import { joinRuns, parseHtml, readRuns, readTable, type PastedRun } from './read-html.ts';

/** What can be pasted. */
export type Pasted =
  | { readonly kind: 'elements'; readonly copied: CopiedElements }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'files'; readonly files: readonly File[] }
  /** A picture at an address. */
  | { readonly kind: 'picture'; readonly src: string }
  | { readonly kind: 'text'; readonly runs: readonly PastedRun[] };

interface Given {
  readonly text: string;
  readonly html: string;
  readonly files: readonly File[];
}

const marker = 'data-platen-elements';

/** Elements as HTML: other programs see their words, Studio finds the elements. */
export function writeHtml(copied: string, words: string): string {
  const lines = words.split('\n').map((line) => `<p>${escapeHtml(line)}</p>`);
  return `<div ${marker}="${encodeURIComponent(copied)}">${lines.join('')}</div>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Reads what is on the clipboard; null: nothing that can be pasted. */
export function readClipboard({ text, html, files }: Given): Pasted | null {
  const document = html === '' ? null : parseHtml(html);
  const kept = document === null && text !== '' ? findCopied(text) : null;
  const copied = readMarked(document) ?? readElements(kept ?? text);
  if (copied !== null) return { kind: 'elements', copied };
  // Spreadsheets add a picture of the cells.
  const rows = (document === null ? null : readTable(document)) ?? readTabs(text);
  if (rows !== null && (rows.length > 1 || (rows[0]?.length ?? 0) > 1)) return { kind: 'table', rows };
  if (files.length > 0) return { kind: 'files', files };
  const source = text.trim();
  const file = readSvg(source) ?? readDataUrl(source);
  if (file !== null) return { kind: 'files', files: [file] };
  const address = pictureAddress(source);
  if (address !== null) return { kind: 'picture', src: address };
  const runs = document === null ? [] : joinRuns(readRuns(document.body));
  if (runs.some((run) => run.text.trim() !== '')) return { kind: 'text', runs };
  return source === ''
    ? null
    : { kind: 'text', runs: [{ text: text.replaceAll(/\r\n?/gu, '\n').trimEnd() }] };
}

function readMarked(document: Document | null): CopiedElements | null {
  const written = document?.querySelector(`[${marker}]`)?.getAttribute(marker) ?? '';
  if (written === '') return null;
  try {
    return readElements(decodeURIComponent(written));
  } catch {
    return null;
  }
}

/** Cells with tabs between them, in lines of as many cells each: text with an indent is none. */
function readTabs(text: string): string[][] | null {
  if (!text.includes('\t')) return null;
  const rows = readCells(text.trimEnd());
  const [first = []] = rows;
  return first.length > 1 && rows.every(({ length }) => length === first.length) ? rows : null;
}

function readSvg(text: string): File | null {
  const isSvg =
    /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?<svg[\s>][\s\S]*<\/svg>$/iu;
  if (!isSvg.test(text)) return null;
  // Copied from the middle of a page, it lacks what makes it a file.
  const source = /<svg[^>]*\sxmlns=/iu.test(text)
    ? text
    : text.replace(/<svg/iu, '<svg xmlns="http://www.w3.org/2000/svg"');
  return new File([source], 'pasted.svg', { type: 'image/svg+xml' });
}

function readDataUrl(text: string): File | null {
  const [, type = '', content = ''] = /^data:image\/([a-z+]+);base64,([\w+/=\s]+)$/iu.exec(text) ?? [];
  if (content === '') return null;
  try {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const ending = type === 'svg+xml' ? 'svg' : type === 'jpeg' ? 'jpg' : type;
    return new File([bytes], `pasted.${ending}`, { type: `image/${type}` });
  } catch {
    return null;
  }
}

/** The address of a picture, as an element may have it; null: the text is something else. */
function pictureAddress(text: string): string | null {
  if (!/^https:\/\/\S+$/iu.test(text) || text.includes('{{') || !URL.canParse(text)) return null;
  return /\.(?:png|jpe?g|gif|webp|avif|svg)$/iu.test(new URL(text).pathname) ? text : null;
}
