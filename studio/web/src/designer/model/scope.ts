/** Which names expressions know beside the variables, by their place in a document. */
import { ENTRY_NAME, GROUP_NAME } from '../../../../../src/common/values/values.ts';

/** What makes entries, each of which has a name in a part of a document. */
export interface KnownEntries {
  readonly each: string;
  readonly as: string;
  readonly index?: string;
  /** The name is that of several entries. */
  readonly isList?: true;
  /** Of several entries: those with the text of the first one count, where the names of a row are known. */
  readonly groupBy?: { readonly text: string; readonly row: KnownEntries };
}

/** What is known in a place beside the variables. */
export interface Scope {
  /** The outermost first. */
  readonly entries: readonly KnownEntries[];
  /** Whether it lies in a header or footer, where the number of the page is known. */
  readonly isRunning: boolean;
}

/** An object, and the key by which a place lies in it. */
export type Step = readonly [holder: unknown, key: string | number];

/** What is known in a place, by the way to it from the page or the document. */
export function findScope(steps: readonly Step[]): Scope {
  const entries: KnownEntries[] = [];
  let isRunning = false;
  for (const [at, [holder, key]] of steps.entries()) {
    if (typeof holder !== 'object' || holder === null) continue;
    const { repeat, type, rows, running, ...table } = holder as Readonly<Record<string, unknown>>;
    if (key !== 'repeat') add(repeat, entries);
    if (type === 'table' && isInRows(key, steps[at + 1]?.[1], steps[at + 2]?.[1])) {
      add({ ...table, each: rows }, entries);
      if ((key === 'groupHeader' || key === 'groupTotal') && typeof rows === 'string')
        entries.push({ each: rows, as: GROUP_NAME, isList: true, ...readGroupBy(table, entries) });
    }
    // The elements of the page in work have those of its header and footer among them.
    if (running !== undefined) isRunning = true;
    const isPage = steps[at - 2]?.[1] === 'pages' && (at === 2 || steps[at - 4]?.[1] === 'pages');
    if (isPage && (key === 'header' || key === 'footer')) isRunning = true;
  }
  return { entries, isRunning };
}

/** Whether a part of a table knows the entry of a row. */
function isInRows(key: Step[1], inside?: Step[1], inColumn?: Step[1]): boolean {
  if (key === 'carry') return inside === 'value';
  if (key === 'columns') return inColumn !== 'header' && inColumn !== 'visible';
  return key === 'body' || key === 'groupBy' || key === 'groupHeader' || key === 'groupTotal';
}

function readGroupBy(
  { groupBy }: Readonly<Record<string, unknown>>,
  entries: readonly KnownEntries[],
): Pick<KnownEntries, 'groupBy'> {
  const row = entries.at(-1);
  return typeof groupBy === 'string' && row !== undefined ? { groupBy: { text: groupBy, row } } : {};
}

function add(given: unknown, entries: KnownEntries[]): void {
  const { each, as = ENTRY_NAME, index } = (given ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof each !== 'string' || typeof as !== 'string') return;
  entries.push({ each, as, ...(typeof index === 'string' ? { index } : {}) });
}

/** The way to a value of a document, by its keys. */
export function stepsTo(document: unknown, path: readonly (string | number)[]): Step[] {
  let holder = document;
  return path.map((key) => {
    const step: Step = [holder, key];
    holder = (holder as Readonly<Record<string, unknown>> | null | undefined)?.[key];
    return step;
  });
}
