/** Finds and replaces words in all texts of a document, on all pages. */
import { mapPlaceholders } from '../../../../../../src/common/placeholders/placeholders.ts';
import { edit, type Design } from '../design.ts';
import { walkPages } from '../elements.ts';
import { declaredNames, filledStrings, isContent, type FilledString } from '../filled-strings.ts';
import type { TemplateDocument } from '../template.ts';

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
    [...filledStrings(element)].filter(isText).flatMap(({ text }): FoundText[] => {
      const { count } = replaceIn(text, search, '', declared);
      return count === 0 ? [] : [{ id: element.id, text, count }];
    }),
  );
}

/** Replaces it in all texts, as one step of undo. */
export function replaceTexts(design: Design, search: TextSearch, replacement: string): Design {
  return edit(design, ({ document }) => {
    const declared = declaredNames(document);
    for (const { element } of walkPages(document)) {
      for (const at of [...filledStrings(element)].filter(isText)) {
        const { text, count } = replaceIn(at.text, search, replacement, declared);
        if (count > 0) at.owner[at.key] = text;
      }
    }
  });
}

/** Content that is no text to read. */
const otherKeys: ReadonlySet<string> = new Set(['src', 'icon', 'href', 'value']);

function isText(at: FilledString): boolean {
  return isContent(at) && !otherKeys.has(at.key);
}

function replaceIn(
  text: string,
  { find, matchesCase }: TextSearch,
  replacement: string,
  declared: ReadonlySet<string>,
): { readonly text: string; readonly count: number } {
  if (find === '') return { text, count: 0 };
  // What stands for placeholders meanwhile: a character that no text has.
  const inner: string[] = [];
  const masked = mapPlaceholders(text, declared, (name) => `\uFFFF${inner.push(name) - 1}\uFFFF`);
  const literal = find.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
  const pattern = new RegExp(literal, matchesCase ? 'gu' : 'giu');
  let count = 0;
  const replaced = masked
    .split(/\uFFFF(\d+)\uFFFF/u)
    .map((part, index) =>
      index % 2 === 1
        ? `{{${inner[Number(part)] ?? ''}}}`
        : part.replaceAll(pattern, () => {
            count += 1;
            return replacement;
          }),
    )
    .join('');
  return { text: count === 0 ? text : replaced, count };
}
