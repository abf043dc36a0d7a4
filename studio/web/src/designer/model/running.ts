/**
 * Headers and footers of pages. Those of the page in work are the last of its elements, each with the mark
 * `running`, so that all that is done with groups is done with them, too.
 */
import type { GroupElement, PageEntry, TemplateDocument, TemplateElement } from './template.ts';

/** The keys of a page that have them, in the order in which they are drawn. */
export const runningKeys = ['header', 'footer'] as const;
export type RunningKey = (typeof runningKeys)[number];

type Keys = Record<string, unknown>;

/** Whether an element is the header or the footer of the page in work; null: neither. */
export function readRunning(element: TemplateElement): RunningKey | null {
  return element.type === 'group' ? (element.running ?? null) : null;
}

/** Whether an element stands on the page itself. */
export function isOwn(element: TemplateElement): boolean {
  return readRunning(element) === null;
}

/** The header or footer of the page in work; null: it has none. */
export function findRunning({ elements }: TemplateDocument, key: RunningKey): GroupElement | null {
  const found = elements.find((element) => readRunning(element) === key);
  return found?.type === 'group' ? found : null;
}

/** The header and footer of a page that is not in work. */
export function runningOfPage(page: PageEntry): GroupElement[] {
  return runningKeys.flatMap((key) => {
    const group: unknown = page[key];
    return isGroup(group) ? [group] : [];
  });
}

function isGroup(value: unknown): value is GroupElement {
  const { elements } = (value ?? {}) as { readonly elements?: unknown };
  return Array.isArray(elements);
}

/** Whether what is selected first is a header or footer of the page in work, or in one. */
export function isInRunning({
  document,
  selection,
}: {
  readonly document: TemplateDocument;
  readonly selection: readonly string[];
}): boolean {
  return findSelectedRunning(document, selection) !== null;
}

/** The header or footer that is selected first, or that has what is; null: neither. */
export function findSelectedRunning(
  { elements }: TemplateDocument,
  [first]: readonly string[],
): GroupElement | null {
  if (first === undefined) return null;
  const has = (element: TemplateElement): boolean =>
    element.id === first || (element.type === 'group' && element.elements.some(has));
  const found = elements.find((element) => !isOwn(element) && has(element));
  return found?.type === 'group' ? found : null;
}

const marked = new WeakMap<object, GroupElement>();
const unmarked = new WeakMap<object, object>();

/** The elements of a page that is opened, its header and footer included, and its other keys. */
export function openRunning(page: object): { readonly elements: TemplateElement[]; readonly entry: Keys } {
  const { elements = [], ...keys } = page as Keys & { readonly elements?: TemplateElement[] };
  // What is undefined keeps its place among the keys.
  const entry: Keys = { ...(page as Keys), elements: undefined };
  const running = runningKeys.flatMap((key) => {
    const group = keys[key];
    if (!isGroup(group)) return [];
    entry[key] = undefined;
    return [mark(group, key)];
  });
  return { elements: running.length === 0 ? elements : [...elements, ...running], entry };
}

/** The same group is the same object each time. */
function mark(group: GroupElement, key: RunningKey): GroupElement {
  const known = marked.get(group);
  if (known?.running === key) return known;
  const made = { ...group, running: key };
  marked.set(group, made);
  unmarked.set(made, group);
  return made;
}

/** The keys of a page of these elements, as it is saved. */
export function closeRunning(entry: object, elements: readonly TemplateElement[]): Keys {
  const own = elements.filter(isOwn);
  const page: Keys = { ...entry, elements: own.length === elements.length ? elements : own };
  for (const key of runningKeys) {
    const group = elements.find((element) => readRunning(element) === key);
    if (group !== undefined) page[key] = unmark(group);
    else if (page[key] === undefined) delete page[key];
  }
  return page;
}

function unmark(element: TemplateElement): object {
  const known = unmarked.get(element);
  if (known !== undefined) return known;
  const { running: _, ...group } = element as GroupElement;
  unmarked.set(element, group);
  return group;
}

/** Whether headers and footers are the last of the elements, one of each, and in no group. */
export function areRunningLast({ elements, pages }: TemplateDocument): boolean {
  const keys = elements.map(readRunning);
  const last = keys.filter((key) => key !== null);
  return (
    (last.length === 0 || pages !== undefined) &&
    String(keys.slice(keys.length - last.length)) ===
      String(runningKeys.filter((key) => last.includes(key))) &&
    !elements.some(hasMarkInside)
  );
}

function hasMarkInside(element: TemplateElement): boolean {
  return element.type === 'group' && element.elements.some((each) => !isOwn(each) || hasMarkInside(each));
}

/** Puts headers and footers last. Copies of them, and those in groups, become groups like others. */
export function putRunningLast(document: TemplateDocument): void {
  const found = new Map<RunningKey, TemplateElement>();
  const own: TemplateElement[] = [];
  for (const element of document.elements) {
    const key = readRunning(element);
    if (key !== null && document.pages !== undefined && !found.has(key)) found.set(key, element);
    else own.push(element);
    if (element.type === 'group') element.elements.forEach((each) => release(each, document));
  }
  for (const element of own) release(element, document);
  const last = runningKeys.flatMap((key) => found.get(key) ?? []);
  document.elements.splice(0, document.elements.length, ...own, ...last);
}

function release(element: TemplateElement, document: TemplateDocument): void {
  if (element.type !== 'group') return;
  for (const each of element.elements) release(each, document);
  if (element.running === undefined) return;
  element.running = undefined;
  // A header says only where it differs from the edge of the page.
  element.x ??= 0;
  element.y ??= 0;
  element.width ??= document.viewport.width;
}
