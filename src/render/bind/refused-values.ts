import { isInkNotation } from '../../common/colors/ink-colors.ts';
import { ExpressionError } from '../../common/expressions/expression-error.ts';
import { toText } from '../../common/expressions/template-expressions.ts';
import { parsePlaceholders, wholePlaceholder } from '../../common/placeholders/placeholders.ts';
import { VariableError } from '../errors.ts';
import { COLOR_KINDS } from './colors.ts';
import { MAX_NUMBER, type NumberRange, type WordChoice } from './number-ranges.ts';
import type { PartNames } from './part-names.ts';

/** The error of a string that has to make a colour, but makes another text. */
export function refuseColor(
  names: PartNames,
  template: string,
  { filled, wrong }: { readonly filled: string; readonly wrong: string },
): VariableError | ExpressionError {
  const [name] = names.findUsed(template);
  const shown = JSON.stringify(shorten(filled));
  const reason = isInkNotation(filled) ? `: it ${wrong}` : '';
  const isExpression = parsePlaceholders(template, names.values).some(
    (piece) => 'expression' in piece && !names.values.has(piece.expression),
  );
  if (isExpression)
    return new ExpressionError(
      `is used as a colour and must make ${COLOR_KINDS}, but made ${shown}${reason}`,
      wholePlaceholder(template, names.values) ?? template,
      name ?? null,
    );
  if (name === undefined)
    return new VariableError(null, `The template has ${shown} where it needs ${COLOR_KINDS}${reason}.`);
  const use = `Variable "${name}" is used as a colour and must make ${COLOR_KINDS}`;
  return new VariableError(name, `${use}, but received ${shown}${reason}.`);
}

/** The error of a string that has to make a number of a range, but makes another value. */
export function refuseNumber(
  names: PartNames,
  template: string,
  { range, made }: { readonly range: NumberRange; readonly made: unknown },
): ExpressionError {
  const { key, above = -Infinity, min = -MAX_NUMBER, max = MAX_NUMBER, isWhole } = range;
  const accepted = above === -Infinity ? `from ${min} to ${max}` : `above ${above}, up to ${max}`;
  const kind = isWhole === true ? 'whole number' : 'number';
  return refuse(names, template, `is used as ${key} and must make a ${kind} ${accepted}`, made);
}

/** The error of a string that has to make one of some words, but makes another text. */
export function refuseWord(
  names: PartNames,
  template: string,
  { choice: { key, words }, made }: { readonly choice: WordChoice; readonly made: string },
): ExpressionError {
  const accepted = words.map((each) => JSON.stringify(each)).join(', ');
  return refuse(names, template, `is used as ${key} and must make one of ${accepted}`, made);
}

function refuse(names: PartNames, template: string, rule: string, made: unknown): ExpressionError {
  const [variable = null] = names.findUsed(template);
  const source = wholePlaceholder(template, names.values) ?? template;
  return new ExpressionError(`${rule}, but made ${describe(made)}`, source, variable);
}

function describe(value: unknown): string {
  if (value === null || value === '') return 'no value';
  return shorten(typeof value === 'string' ? JSON.stringify(value) : toText(value));
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
