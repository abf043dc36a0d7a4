import { bindTemplate } from '../../render/bind/bind-template.ts';
import { ONLY_PAGE, RunningBinder } from '../../render/bind/running.ts';
import type { SceneElement } from '../../render/scene/elements.ts';
import type { Scene } from '../../render/scene/scene.ts';
import { toFieldError } from '../problems/to-problem.ts';
import { checkVariables } from '../variables/check-values.ts';

type Template = Parameters<typeof checkVariables>[0];
type Values = Readonly<Record<string, unknown>>;

/** Stands for the pictures of rows, which are not read here. */
const anyPicture = 'https://picture.invalid/';

/** Rows of equal gaps that are bound until one of them draws its defaults. */
const maxTried = 20;
/** Rows that are bound in all. */
const maxBound = 500;

/** A variable that rows leave out, and whose default stands on their pictures. */
export interface LeftOut {
  readonly variable: string;
  /** The places of the rows that leave it out, from 0. */
  readonly rowIndexes: readonly number[];
}

/**
 * Finds the variables that rows of a batch leave out and whose defaults are drawn (`DEFAULT_USED`), before
 * anything is rendered. Rows that leave out the same variables count as alike; rows that are not valid are
 * passed over.
 *
 * @param rows values by variable
 */
export function findLeftOut(template: Template, rows: readonly Values[]): LeftOut[] {
  const gaps = new Map<string, number[]>();
  const names = (template.document.variables ?? []).flatMap(({ name, type, defaultValue }) =>
    defaultValue !== undefined || type === 'list' ? [name] : [],
  );
  rows.forEach((row, index) => {
    const gap = JSON.stringify(names.filter((name) => row[name] === undefined));
    const alike = gaps.get(gap);
    if (alike === undefined) gaps.set(gap, [index]);
    else alike.push(index);
  });
  const found = new Map<string, number[]>();
  let left = maxBound;
  for (const alike of gaps.values()) {
    const drawn = new Set<string>();
    for (const index of alike.slice(0, Math.min(maxTried, left))) {
      left -= 1;
      for (const name of drawnBy(template, rows[index] ?? {})) drawn.add(name);
      if (drawn.size > 0) break;
    }
    for (const name of drawn) found.set(name, [...(found.get(name) ?? []), ...alike]);
  }
  return [...found].map(([variable, indexes]) => ({
    variable,
    rowIndexes: indexes.toSorted((one, other) => one - other),
  }));
}

/** The variables whose defaults a row draws. */
function drawnBy(template: Template, row: Values): ReadonlySet<string> {
  const images = (template.document.variables ?? []).filter(({ type }) => type === 'image');
  const pictures = images.flatMap(({ name }) => (row[name] ? [[name, anyPicture] as const] : []));
  const checked = checkVariables(template, { ...row, ...Object.fromEntries(pictures) });
  if (!checked.ok || checked.defaults.size === 0) return new Set();
  const { values, defaults } = checked;
  try {
    const { scene } = bindTemplate(template.document, values, { defaults });
    return namesIn([scene, ...(scene.others ?? [])].flatMap((page) => [...page.elements, ...getEdges(page)]));
  } catch (error) {
    // The submission, or the outcome of the row, says what is wrong with it.
    if (toFieldError(error) === null) throw error;
    return new Set();
  }
}

function getEdges({ running }: Scene): SceneElement[] {
  if (running === undefined) return [];
  const binder = new RunningBinder(running.source);
  return (['header', 'footer'] as const).flatMap((key) => binder.bind(running, key, ONLY_PAGE));
}

function namesIn(elements: readonly SceneElement[], names = new Set<string>()): ReadonlySet<string> {
  for (const element of elements) {
    for (const { variable } of element.defaults ?? []) names.add(variable);
    if ('elements' in element) namesIn(element.elements, names);
  }
  return names;
}
