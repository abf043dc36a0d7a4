/** The strings of a document that are filled with values. */
import { titleKeys } from '../../../../../src/common/placeholders/chart-titles.ts';
import {
  colorsKey,
  descriptionKeys,
  choiceKeys,
  filledKeys,
  numberKeys,
} from '../../../../../src/common/placeholders/placeholders.ts';
import { walkPages } from './elements.ts';
import { groupOf } from './page-groups.ts';
import { pageInWork } from './pages.ts';
import type { Step } from './scope.ts';
import type { PageEntry, TemplateDocument, TemplateElement } from './template.ts';

/** A string that is filled with values, and where it stands. */
export interface FilledString {
  readonly owner: Record<string, unknown>;
  readonly key: string;
  readonly text: string;
  /** Whether it may be any text. Default: as its key says. */
  readonly isContent?: boolean;
  /** The way to it from its page. */
  readonly steps: readonly Step[];
}

/** Keys whose strings make entries of a list. */
export const entriesKeys = new Set(['each', 'rows']);

/** Keys whose strings have placeholders. */
const textKeys: readonly ReadonlySet<string>[] = [filledKeys, numberKeys, choiceKeys, entriesKeys];

/** Keys whose strings may be anything. */
const contentKeys = new Set<string>([
  'text',
  'src',
  'icon',
  'href',
  'alt',
  'value',
  'label',
  'headLabel',
  ...descriptionKeys,
]);

/** Whether a string may be any text. */
export function isContent({ key, isContent = contentKeys.has(key) }: FilledString): boolean {
  return isContent;
}

/** The specification of a chart. */
export function readSpec(element: TemplateElement): object | null {
  return element.type === 'chart' ? element.spec : null;
}

/** The names of the variables. */
export function declaredNames({ variables = [] }: TemplateDocument): ReadonlySet<string> {
  return new Set(variables.map(({ name }) => name));
}

/** All strings of a document that are filled with values. */
export function* allStrings(document: TemplateDocument): Generator<FilledString> {
  yield* pageStrings(document);
  for (const { element, groups, page } of walkPages(document)) {
    const around = groups.map((group): Step => [group, 'elements']);
    yield* filledStrings(element, [...stepsToPage(document, page, 'elements'), ...around]);
  }
}

/** The way to what a page has, from its group, whose entries it knows. */
export function stepsToPage(
  document: TemplateDocument,
  page: PageEntry | undefined,
  key: string,
): readonly Step[] {
  const group = groupOf(document, page);
  return group === null
    ? [[page, key]]
    : [
        [group, 'pages'],
        [page, key],
      ];
}

/**
 * What the document and its pages fill beside their elements: what is said of files, backgrounds, and lists
 * that repeat a page.
 */
export function* pageStrings(document: TemplateDocument): Generator<FilledString> {
  const owner = document as unknown as Record<string, unknown>;
  for (const key of descriptionKeys) {
    const { [key]: text } = document;
    if (text !== undefined) yield { owner, key, text, steps: [[owner, key]] };
  }
  const inWork = document.pages?.[pageInWork(document)];
  const isOfPage = inWork !== undefined && 'background' in inWork;
  for (const group of document.pageGroups ?? [])
    if (group.repeat !== undefined) yield* filledStrings(group.repeat, [[group, 'repeat']]);
  for (const holder of [document, ...(document.pages ?? [])]) {
    const { background } = holder;
    const owner = holder as unknown as Record<string, unknown>;
    // The document has the own background of the page in work, and the page that of the document.
    const page =
      holder === document ? (isOfPage ? inWork : null) : isOfPage && holder === inWork ? null : holder;
    const steps: readonly Step[] =
      page === null ? [[{}, 'background']] : stepsToPage(document, page as PageEntry, 'background');
    if (typeof background === 'string') yield { owner, key: 'background', text: background, steps };
    else if (background != null) yield* filledStrings(background, steps);
    if ('repeat' in holder && holder.repeat !== undefined)
      yield* filledStrings(holder.repeat, stepsToPage(document, holder, 'repeat'));
  }
}

/** The filled strings of an object, but not those of elements in it. */
export function* filledStrings(
  value: object,
  around: readonly Step[] = [],
  kind: 'paints' | 'texts' | null = null,
): Generator<FilledString> {
  const owner = value as Record<string, unknown>;
  for (const [key, inner] of Object.entries(owner)) {
    const steps: readonly Step[] = [...around, [owner, key]];
    if (key === 'spec') {
      yield* titleStrings(inner, steps);
    } else if (typeof inner === 'string') {
      if (kind !== null || textKeys.some((keys) => keys.has(key)))
        yield { owner, key, text: inner, steps, ...(kind === null ? {} : { isContent: kind === 'texts' }) };
    } else if (typeof inner === 'object' && inner !== null && key !== 'elements') {
      yield* filledStrings(inner, steps, kindsInside[key] ?? null);
    }
  }
}

/** What the strings of records and lists are, by their keys. */
const kindsInside: Readonly<Record<string, 'paints' | 'texts'>> = {
  [colorsKey]: 'paints',
  palette: 'paints',
  cells: 'texts',
};

/** The titles of a chart. The lines of a title stand in a list. */
function* titleStrings(node: unknown, steps: readonly Step[], isTitle = false): Generator<FilledString> {
  if (typeof node !== 'object' || node === null) return;
  const owner = node as Record<string, unknown>;
  for (const [key, inner] of Object.entries(owner)) {
    if (key === 'datasets' || (key === 'values' && Array.isArray(inner))) continue;
    const isIn = Array.isArray(node) ? isTitle : titleKeys.has(key);
    if (typeof inner !== 'string') yield* titleStrings(inner, steps, isIn);
    else if (isIn) yield { owner, key, text: inner, steps, isContent: true };
  }
}
