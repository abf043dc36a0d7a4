/** The addresses that a page may link to. */
import { VariableError } from '../errors.ts';
import type { VariableValues } from './variable-values.ts';

const linkSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const acceptedLinks = 'an http, https, mailto or tel address';
/** As the schema limits them. */
const MAX_LINK_CHARACTERS = 2000;

/** What is wrong with the address of a link; null: nothing. */
export function linkProblem(address: string): string | null {
  const shown = JSON.stringify(address.length > 60 ? `${address.slice(0, 60)}…` : address);
  if (address.length > MAX_LINK_CHARACTERS)
    return `must have at most ${MAX_LINK_CHARACTERS} characters, but has ${address.length}`;
  const url = URL.parse(address);
  if (url !== null && linkSchemes.has(url.protocol)) return null;
  return `must be ${acceptedLinks}, but received ${shown}`;
}

/**
 * The address of an element's link; undefined if it is empty.
 *
 * @throws VariableError for an address that pages may not link to
 */
export function bindLink(
  href: string | undefined,
  elementId: string,
  variables: VariableValues,
): string | undefined {
  if (href === undefined) return undefined;
  const filled = variables.text(href).trim();
  if (filled === '') return undefined;
  const problem = linkProblem(filled);
  if (problem === null) return filled;
  const variable = variables.names.findUsed(href)[0] ?? null;
  const subject =
    variable === null
      ? `The link of "${elementId}"`
      : `Variable "${variable}" is used in the link of "${elementId}", which`;
  throw new VariableError(variable, `${subject} ${problem}.`);
}
