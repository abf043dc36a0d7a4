import type { FieldError } from './problem.ts';

/** Errors of one problem; the rest is only counted. */
export const MAX_FIELD_ERRORS = 100;

/** The detail of a problem with invalid fields: the first one, and how many there are. */
export function describeErrors([first]: readonly FieldError[], count: number): string {
  if (first === undefined) return 'The request does not match the contract.';
  return `${first.pointer === '' ? '' : `${first.pointer}: `}${first.detail}${countOthers(count)}`;
}

function countOthers(count: number): string {
  if (count === 1) return '';
  return count > MAX_FIELD_ERRORS
    ? ` (${count} problems in all, the first ${MAX_FIELD_ERRORS} in errors)`
    : ` (and ${count - 1} more, see errors)`;
}

/** The errors that a problem lists. */
export function shortenErrors(errors: readonly FieldError[]): FieldError[] {
  return errors.slice(0, MAX_FIELD_ERRORS).map(({ pointer, detail }) => ({
    pointer: shorten(pointer),
    detail: shorten(detail),
  }));
}

/** Details may quote long values of the client. */
function shorten(text: string): string {
  return text.length > 1_000 ? `${text.slice(0, 1_000).toWellFormed()}…` : text;
}
