import { COLOR_KINDS, readColor } from '../../../render/bind/colors.ts';
import { paletteOf, type PaletteSource } from '../../../render/bind/palette.ts';
import { isInkNotation } from '../../../common/colors/ink-colors.ts';
import { wordChoices } from '../../../render/bind/number-ranges.ts';
import {
  expressionsIn,
  choiceKeys,
  filledKeys,
  numberKeys,
  fillPlaceholders,
  hasUnclosedPlaceholder,
  parsePlaceholders,
  variablesIn,
  wholePlaceholder,
} from '../../../common/placeholders/placeholders.ts';
import { collectExpressions } from '../../../common/expressions/template-expressions.ts';
import { pageNames } from '../../../render/bind/running.ts';
import type { ExtraTypes } from '../../../common/expressions/extra-names.ts';
import { referenceTo } from '../../../common/expressions/tokens.ts';
import { quoteValue } from '../../variables/types.ts';
import { checkExpression } from './expressions.ts';
import { toFindings, merge, problemAt, type Findings } from './problem.ts';
import { nonEmptyDefaults } from './variables.ts';

/**
 * Checks one string with placeholders: its key is filled, and what its placeholders make fits the key.
 *
 * @param known the names that are known there beside the variables
 */
export function checkString(
  key: string,
  text: string,
  pointer: string,
  document: PaletteSource,
  known: ExtraTypes,
): Findings {
  // Pictures are loaded before the pages are counted.
  const isPicture = inRunning.test(pointer) && (key === 'src' || key === 'icon');
  const extra = isPicture ? new Map([...known].filter(([name]) => !pageNames.includes(name))) : known;
  if (!filledKeys.has(key) && !numberKeys.has(key) && !choiceKeys.has(key)) {
    const detail =
      `Placeholders are not filled in "${key}"; ` +
      'they may stand in text, src, icon, href, alt, value, label, colours, fill and visible, ' +
      'in title, author, subject and keywords of the document, ' +
      'and in the numbers of a box, rotation, opacity and fontSize.';
    return problemAt(pointer, detail);
  }
  const { variables = [] } = document;
  const declared = new Set(variables.map(({ name }) => name));
  const findings: Findings[] = [];
  if (hasUnclosedPlaceholder(text, declared))
    findings.push(problemAt(pointer, 'A "{{" is never closed by "}}". For a literal "{{" write "\\{{".'));
  else if (
    (key === 'visible' || numberKeys.has(key) || choiceKeys.has(key)) &&
    wholePlaceholder(text, declared) === null
  )
    findings.push(problemAt(pointer, 'The value must be one {{…}}, with nothing before or after it.'));
  if (colorKeys.has(key)) findings.push(checkColor(text, pointer, document));
  if (numberKeys.has(key)) findings.push(checkNumber(text, pointer, document, extra));
  if (choiceKeys.has(key)) findings.push(checkWord(key, text, pointer, document, extra));
  for (const name of variablesAlone(text, declared)) {
    if (variables.some((each) => each.name === name && each.type === 'list'))
      findings.push(problemAt(pointer, describeShownList(name, key)));
  }
  for (const { expression, offset } of expressionsIn(text, declared)) {
    findings.push(checkExpression(expression, { pointer, offset }, document, extra));
  }
  return merge(findings);
}

const inRunning = /^(?:\/pages\/\d+){1,2}\/(?:header|footer)\//u;

/** Keys whose strings have to be colours after filling. */
export const colorKeys = new Set(['color', 'decorationColor', 'fill', 'background']);

/** The names of variables that stand alone in placeholders. */
function variablesAlone(text: string, declared: ReadonlySet<string>): Set<string> {
  return new Set(
    parsePlaceholders(text, declared).flatMap((piece) => ('variable' in piece ? [piece.variable] : [])),
  );
}

function describeShownList(name: string, key: string): string {
  const list = referenceTo(name);
  const advice =
    key === 'visible'
      ? `write {{ ${list}.size() > 0 }}`
      : `write what to show of it, such as {{ ${list}.size() }} or {{ ${list}[0].NAME }}`;
  return `"${name}" is a list, which cannot be shown: ${advice}.`;
}

/** What a text that is one `{{…}}` is bound to; the variable, and its place, if it is the name of one. */
function findBound(text: string, { variables = [] }: PaletteSource) {
  const inner = wholePlaceholder(text, new Set(variables.map(({ name }) => name)));
  const index = variables.findIndex(({ name }) => name === inner);
  return { inner, variable: variables[index], index };
}

/** Checks that what a number is bound to makes one. */
function checkNumber(text: string, pointer: string, document: PaletteSource, extra: ExtraTypes): Findings {
  const { inner, variable } = findBound(text, document);
  if (inner === null) return toFindings({});
  if (variable !== undefined) {
    // `checkString` refuses lists for every key.
    if (variable.type === 'number' || variable.type === 'list') return toFindings({});
    const detail = `A number is needed, but "${inner}" is of type ${variable.type}.`;
    return problemAt(pointer, detail);
  }
  const compiled = collectExpressions(document).within(extra).compile(inner);
  if (!compiled.ok || ['number', 'any', 'entries'].includes(compiled.expression.type)) return toFindings({});
  return problemAt(pointer, `A number is needed, but the expression makes a ${compiled.expression.type}.`);
}

/** Checks that what a word is bound to makes a text, and that a variable's default is one of the words. */
function checkWord(
  key: string,
  text: string,
  pointer: string,
  document: PaletteSource,
  extra: ExtraTypes,
): Findings {
  const { inner, variable, index } = findBound(text, document);
  const choice = Object.values(wordChoices).find((each) => each.key === key);
  if (inner === null || choice === undefined) return toFindings({});
  const words = choice.words.map((word) => quoteValue(word)).join(', ');
  if (variable === undefined) {
    const compiled = collectExpressions(document).within(extra).compile(inner);
    if (!compiled.ok || ['text', 'any', 'entries'].includes(compiled.expression.type)) return toFindings({});
    const { type } = compiled.expression;
    return problemAt(pointer, `One of ${words} is needed, but the expression makes a ${type}.`);
  }
  // `checkString` refuses lists for every key.
  if (variable.type === 'list') return toFindings({});
  if (variable.type !== 'text')
    return problemAt(pointer, `One of ${words} is needed, but "${inner}" is of type ${variable.type}.`);
  const filled = nonEmptyDefaults(document.variables ?? []).get(inner);
  if (typeof filled !== 'string' || choice.words.some((word) => word === filled.trim()))
    return toFindings({});
  const detail = `${quoteValue(filled)} is none of ${words}, but ${pointer} needs one.`;
  return problemAt(`/variables/${index}/defaultValue`, detail);
}

/** Checks a colour that needs no values but the defaults. The schema accepts any braces. */
function checkColor(text: string, pointer: string, document: PaletteSource): Findings {
  const { variables = [] } = document;
  const declared = new Set(variables.map(({ name }) => name));
  const defaults = nonEmptyDefaults(variables);
  const names = variablesIn(text, declared);
  if (expressionsIn(text, declared).length > 0 || !names.every((name) => defaults.has(name)))
    return toFindings({});
  const filled = fillPlaceholders(text, defaults).trim();
  if (filled === '') return toFindings({});
  const read = readColor(filled, paletteOf(document));
  if ('color' in read) return toFindings({});
  const index = variables.findIndex(({ name }) => name === names[0]);
  const detail = isInkNotation(filled)
    ? `${quoteValue(filled)}, a colour of ${pointer}, ${read.wrong}.`
    : `${quoteValue(filled)} is not a colour, but ${pointer} needs one: ${COLOR_KINDS}.`;
  return problemAt(index === -1 ? pointer : `/variables/${index}/defaultValue`, detail);
}
