import type { Repeat, TemplateElement } from '../../../generated/template.ts';
import { VariableError } from '../errors.ts';
import type { Entry } from '../../common/expressions/entries.ts';
import type { SourceList } from './sources.ts';
import { ENTRY_NAME } from '../../common/values/values.ts';
import { refuseOtherOrder } from './row-places.ts';
import type { VariableValues } from './variable-values.ts';

/** What a part of a template is bound with. */
export interface BindScope {
  readonly variables: VariableValues;
  readonly sources: SourceList;
  /** Follows the ids of elements. */
  readonly idSuffix: string;
}

/** The elements that a template may have, with all that repeats make of them. */
export const MAX_ELEMENTS = 100_000;

/** The entries that repeats may go through, also those of which nothing is shown. Each takes some 5 µs. */
export const MAX_TURNS = 200_000;

/** The pages that a template may have. */
export const MAX_PAGES = 1_000;

/** A scope within another, where more names are known. */
export function getScope(
  { variables, sources, idSuffix }: BindScope,
  names: Readonly<Record<string, number | Entry | readonly Entry[]>>,
  suffix: string,
): BindScope {
  const inner = variables.within(names);
  return { variables: inner, sources: sources.within(inner), idSuffix: idSuffix + suffix };
}

/**
 * The scopes of a repeat: one for each entry.
 *
 * @param part what is repeated, if the scopes are to bind it
 * @throws ExpressionError
 */
export function listScopes(
  { each, as = ENTRY_NAME, index }: Repeat,
  scope: BindScope,
  part?: object,
): BindScope[] {
  const { variables } = scope;
  const entries = variables.entries(each);
  if (part !== undefined) refuseOtherOrder(part, { index, entries, key: 'each', variables });
  return entries.map((entry, at) =>
    getScope(scope, { [as]: entry, ...(index === undefined ? {} : { [index]: at }) }, `[${at}]`),
  );
}

/** The names that a repeat adds to those that are known around it. */
export function namesOf(repeat: Repeat | undefined): ReadonlySet<string> {
  if (repeat === undefined) return new Set();
  const { as = ENTRY_NAME, index } = repeat;
  return new Set(index === undefined ? [as] : [as, index]);
}

/** Counts the elements of a document, and refuses too many. */
export function elementCounter(): (element: Pick<TemplateElement, 'id'>, elements: number) => void {
  let total = 0;
  return ({ id }, elements) => {
    total += elements;
    if (total > MAX_ELEMENTS) throw tooManyElements(`"${id}" is one too many`);
  };
}

/** The error of a document whose repeats go through too many entries. */
export function tooManyTurns(): VariableError {
  const max = MAX_TURNS.toLocaleString('en');
  return new VariableError(
    null,
    `With these values the repeats of the template go through more than ${max} entries, the maximum; ` +
      'those of which nothing is shown count as well.',
  );
}

/**
 * The error of a document with too many elements.
 *
 * @param which ends the sentence
 */
export function tooManyElements(which: string): VariableError {
  const max = MAX_ELEMENTS.toLocaleString('en');
  return new VariableError(
    null,
    `With these values the template has more than ${max} elements, the maximum; ${which}.`,
  );
}
