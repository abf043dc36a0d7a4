import type { components } from './openapi.ts';

/** A value that its template would refuse. */
export interface OfflineProblem {
  /** The name of the variable. */
  readonly variable: string;
  /** The place in a list: `items[3].price`. */
  readonly place?: string;
  /** Whole sentences: the variable, the rule, and the given value (shortened). */
  readonly detail: string;
  /** The value cut at a word, if it is a text that is only too long. */
  readonly shortened: string | null;
}

/** Checks values against the variables of a template; see the service's `check-offline.ts`. */
export function checkOffline(
  variables: readonly components['schemas']['Variable'][],
  given: Readonly<Record<string, unknown>>,
  isFitted: boolean,
): OfflineProblem[];
