import type { Environment } from '@marcbachmann/cel-js';
import type { StepBudget } from './budget.ts';
import { padText, replaceText, sliceText, splitText } from './characters.ts';
import { Decimal, DECIMAL } from './decimal.ts';
import { ExpressionError } from './expression-error.ts';

const comparisonsPerStep = 2_000;
/** Finding the characters of a text takes longer than copying it. */
const lettersPerStep = 4;
/** Characters that `padStart` may add. */
const maxPadding = 1_000;

/** Functions of texts that take time by both of their texts, or make longer ones. */
export function registerTextFunctions(environment: Environment, budget: () => StepBudget): void {
  const add = (signature: string, work: (...parts: never[]) => unknown) =>
    environment.registerFunction(signature, work, { async: false });
  const takeLetters = (text: string) => budget().take(Math.ceil(text.length / lettersPerStep));
  const split = (text: string, separator: string): string[] => {
    budget().take(Math.floor((text.length * separator.length) / comparisonsPerStep));
    if (separator === '') takeLetters(text);
    return splitText(text, separator);
  };
  add('split(string, string): list<string>', split);
  add('replace(string, string, string): string', (text: string, part: string, other: string) => {
    const parts = split(text, part).length + 1;
    budget().takeCharacters(parts * (other.length + 1));
    return replaceText(text, part, other);
  });
  add('join(list<string>): string', (texts: Iterable<unknown>) => join(texts, ''));
  add('join(list<string>, string): string', (texts: Iterable<unknown>, separator: string) => {
    const all = [...texts];
    budget().takeCharacters(all.length * separator.length);
    return join(all, separator);
  });
  const slice = (text: string, from: bigint, to?: bigint) => {
    takeLetters(text);
    return sliceText(text, Number(from), to === undefined ? undefined : Number(to));
  };
  add('slice(string, int): string', slice);
  add('slice(string, int, int): string', slice);
  const pad = (text: string | bigint | Decimal, length: bigint, filler = ' ') => {
    if (length > maxPadding)
      throw new ExpressionError(`calls padStart() with ${length} characters: ${maxPadding} are possible`);
    const shown = text instanceof Decimal ? text.toShown() : String(text);
    // A minus stands before zeros.
    if (typeof text !== 'string' && shown.startsWith('-') && filler === '0')
      return `-${padText(shown.slice(1), Number(length) - 1, filler)}`;
    return padText(shown, Number(length), filler);
  };
  for (const type of ['string', 'int', DECIMAL]) {
    add(`padStart(${type}, int): string`, pad);
    add(`padStart(${type}, int, string): string`, pad);
  }
}

function join(texts: Iterable<unknown>, separator: string): string {
  const all = [...texts];
  if (all.every((text) => typeof text === 'string')) return all.join(separator);
  throw new ExpressionError('calls join() with a list of something other than texts');
}
