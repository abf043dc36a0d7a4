/** Finds and replaces words in all texts of a document, on all pages. */
import { mapPlaceholders } from '../../../../../../src/common/placeholders/placeholders.ts';
import { edit, type Design } from '../design.ts';
import { walkPages } from '../elements.ts';
import { declaredNames, filledStrings, isContent, type FilledString } from '../filled-strings.ts';
import type { TemplateDocument, TemplateElement } from '../template.ts';

/** What is searched. */
export interface TextSearch {
  readonly find: string;
  readonly matchesCase: boolean;
}

/** A text in which something was found. */
interface FoundText {
  /** The element that has it. */
  readonly id: string;
  readonly text: string;
  readonly count: number;
}

/** The texts that have what is searched. Names of variables and expressions are not searched. */
export function findTexts(document: TemplateDocument, search: TextSearch): FoundText[] {
  const declared = declaredNames(document);
  return Array.from(walkPages(document), ({ element }) => element).flatMap((element) =>
    listTexts(element).flatMap((parts): FoundText[] => {
      const texts = parts.map(({ text }) => text);
      const { count } = replaceIn(texts, search, '', declared);
      return count === 0 ? [] : [{ id: element.id, text: texts.join(''), count }];
    }),
  );
}

/** Replaces it in all texts, as one step of undo. Of several parts, the first gets the new words. */
export function replaceTexts(design: Design, search: TextSearch, replacement: string): Design {
  return edit(design, ({ document }) => {
    const declared = declaredNames(document);
    for (const { element } of walkPages(document)) {
      for (const parts of listTexts(element)) {
        const texts = parts.map(({ text }) => text);
        const { replaced, count } = replaceIn(texts, search, replacement, declared);
        if (count === 0) continue;
        for (const [index, at] of parts.entries()) at.owner[at.key] = replaced[index];
      }
    }
  });
}

/** The texts of an element, each with its parts: those between two icons are read as one. */
function listTexts(element: TemplateElement): (readonly FilledString[])[] {
  const runs: readonly object[] = (element.type === 'text' ? element.runs : undefined) ?? [];
  const texts: FilledString[][] = [];
  let isOpen = false;
  for (const at of filledStrings(element)) {
    if (!isText(at)) continue;
    const isRun = at.key === 'text' && runs.includes(at.owner) && !('icon' in at.owner);
    if (isRun && isOpen) texts.at(-1)!.push(at);
    else texts.push([at]);
    isOpen = isRun;
  }
  return texts;
}

/** Content that is no text to read. */
const otherKeys: ReadonlySet<string> = new Set(['src', 'icon', 'href', 'value']);

function isText(at: FilledString): boolean {
  return isContent(at) && !otherKeys.has(at.key);
}

/** What stands for placeholders, and between parts, meanwhile: characters that no text has. */
const [placeholder, border] = ['\uFFFF', '\uFFFE'];

function replaceIn(
  parts: readonly string[],
  { find, matchesCase }: TextSearch,
  replacement: string,
  declared: ReadonlySet<string>,
): { readonly replaced: readonly string[]; readonly count: number } {
  if (find === '') return { replaced: parts, count: 0 };
  const inner: string[] = [];
  const mask = (name: string) => `${placeholder}${inner.push(name) - 1}${placeholder}`;
  const masked = parts.map((part) => mapPlaceholders(part, declared, mask)).join(border);
  const letters = Array.from(find, (letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`));
  const pattern = new RegExp(
    `${placeholder}(\\d+)${placeholder}|${letters.join(`${border}*`)}`,
    matchesCase ? 'gu' : 'giu',
  );
  let count = 0;
  const replaced = masked.replaceAll(pattern, (found, index?: string) => {
    if (index !== undefined) return `{{${inner[Number(index)] ?? ''}}}`;
    count += 1;
    return replacement + border.repeat(found.split(border).length - 1);
  });
  return { replaced: count === 0 ? parts : replaced.split(border), count };
}
