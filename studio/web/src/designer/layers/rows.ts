/** The rows of the tree of layers. */
import type { TemplateElement } from '../model/template.ts';

interface Row {
  readonly element: TemplateElement;
  /** From 1 on. */
  readonly level: number;
  readonly position: number;
  readonly size: number;
}

/**
 * The rows, the foremost element first.
 *
 * @param closed ids of groups whose elements are not listed
 * @param matches ids of what a search has found, in groups that are closed as well; null: no search
 */
export function listRows(
  elements: readonly TemplateElement[],
  closed: ReadonlySet<string>,
  matches: ReadonlySet<string> | null = null,
  level = 1,
): Row[] {
  const listed = matches === null ? elements : elements.filter((element) => hasMatch(element, matches));
  return listed.toReversed().flatMap((element, index): Row[] => {
    const isOpen = element.type === 'group' && (matches !== null || !closed.has(element.id));
    return [
      { element, level, position: index + 1, size: listed.length },
      ...(isOpen ? listRows(element.elements, closed, matches, level + 1) : []),
    ];
  });
}

/** The ids of elements whose name or text has the words of a search; null without words. */
export function findMatches(elements: readonly TemplateElement[], search: string): Set<string> | null {
  const words = fold(search)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  const found = new Set<string>();
  const collect = (element: TemplateElement) => {
    const text = fold(`${element.id} ${contentOf(element)}`);
    if (words.every((word) => text.includes(word))) found.add(element.id);
    if (element.type === 'group') element.elements.forEach(collect);
  };
  elements.forEach(collect);
  return found;
}

/** The ids from one row to another. What is in a group of them is selected with the group. */
export function rangeBetween(rows: readonly Row[], from: string, to: string): string[] {
  const [start, end] = [from, to].map((id) => rows.findIndex(({ element }) => element.id === id));
  if (start === undefined || end === undefined || end === -1) return [to];
  const range = rows.slice(Math.min(start === -1 ? end : start, end), Math.max(start, end) + 1);
  let inside: number | null = null;
  return range
    .filter(({ element, level }) => {
      if (inside !== null && level > inside) return false;
      inside = element.type === 'group' ? level : null;
      return true;
    })
    .map(({ element }) => element.id);
}

function hasMatch(element: TemplateElement, matches: ReadonlySet<string>): boolean {
  if (matches.has(element.id)) return true;
  return element.type === 'group' && element.elements.some((each) => hasMatch(each, matches));
}

function contentOf(element: TemplateElement): string {
  if (element.type === 'text')
    return element.text ?? (element.runs ?? []).map(({ text }) => text ?? '').join('');
  return element.type === 'image' ? element.src : '';
}

/** Case and accents do not matter. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}
