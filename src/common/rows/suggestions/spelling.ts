/** Names that differ only in how they are spelled. */
import { distance } from 'fastest-levenshtein';
import { foldSpelling } from '../find-name.ts';

interface Named {
  readonly name: string;
  readonly label?: string;
}

/** Whether a column is called like a variable or its label, as for `findName`. */
export function isSameSpelling({ name, label = '' }: Named, column: string): boolean {
  const folded = foldSpelling(column);
  return foldSpelling(name) === folded || foldSpelling(label) === folded;
}

/** Whether a column's name is that of a variable, or its label, with a typing error in every five letters. */
export function isNearSpelling({ name, label = '' }: Named, column: string): boolean {
  return [name, label].some((each) => areNear(foldSpelling(each), foldSpelling(column)));
}

function areNear(one: string, other: string): boolean {
  const allowed = Math.floor(Math.max(one.length, other.length) / 5);
  if (Math.abs(one.length - other.length) > allowed || getDigits(one) !== getDigits(other)) return false;
  return countErrors(one, other) <= allowed;
}

/** The Levenshtein distance, but two neighbouring letters in the wrong order are one error. */
function countErrors(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const isSwap = one[at] !== undefined && one[at] === other[at + 1] && one[at + 1] === other[at];
  return isSwap ? 1 + distance(one.slice(at + 2), other.slice(at + 2)) : distance(one, other);
}

function getDigits(text: string): string {
  return text.replaceAll(/\D+/g, ' ').trim();
}
