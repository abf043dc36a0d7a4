import type { Environment } from '@marcbachmann/cel-js';
import type { StepBudget } from './budget.ts';
import { Decimal, DECIMAL } from './decimal.ts';
import { ExpressionError } from './expression-error.ts';
import { requireFinite } from './formats.ts';

const comparisonsPerStep = 2_000;
/** Characters that `padStart` may add. */
const maxPadding = 1_000;

/** Functions of texts that take time by both of their texts, or make longer ones. */
export function registerTextFunctions(environment: Environment, budget: () => StepBudget): void {
  const add = (signature: string, work: (...parts: never[]) => unknown) =>
    environment.registerFunction(signature, work, { async: false });
  const split = (text: string, separator: string): string[] => {
    budget().take(Math.floor((text.length * separator.length) / comparisonsPerStep));
    return text.split(separator);
  };
  add('split(string, string): list<string>', split);
  add('replace(string, string, string): string', (text: string, part: string, other: string) => {
    const parts = split(text, part);
    budget().takeCharacters(parts.length * (other.length + 1));
    return parts.join(other);
  });
  add('join(list<string>): string', (texts: Iterable<unknown>) => join(texts, ''));
  add('join(list<string>, string): string', (texts: Iterable<unknown>, separator: string) => {
    const all = [...texts];
    budget().takeCharacters(all.length * separator.length);
    return join(all, separator);
  });
  const slice = (text: string, from: bigint, to?: bigint) => {
    const characters = [...text];
    return characters.slice(Number(from), to === undefined ? undefined : Number(to)).join('');
  };
  add('slice(string, int): string', slice);
  add('slice(string, int, int): string', slice);
  const pad = (text: string | bigint | Decimal, length: bigint, filler = ' ') => {
    if (length > maxPadding)
      throw new ExpressionError(`calls padStart() with ${length} characters: ${maxPadding} are possible`);
    return (text instanceof Decimal ? requireFinite(text).toShown() : String(text)).padStart(
      Number(length),
      filler,
    );
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
