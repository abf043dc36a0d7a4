import type { TemplateDocument, TemplateVariable } from '../../../../generated/template.ts';
import { canonicalColor, COLOR_KINDS } from '../../../render/bind/colors.ts';
import {
  expressionsIn,
  colorsKey,
  filledKeys,
  numberKeys,
  fillPlaceholders,
  hasUnclosedPlaceholder,
  parsePlaceholders,
  variablesIn,
  wholePlaceholder,
} from '../../../render/bind/placeholders.ts';
import { expressionsOf } from '../../../render/expressions/template-expressions.ts';
import { referenceTo } from '../../../render/expressions/tokens.ts';
import { escapePointer } from '../../json-text.ts';
import { quoteValue } from '../../variables/types.ts';
import { checkExpression } from './expressions.ts';
import { findingsOf, merge, problemAt, type Findings } from './problem.ts';
import { nonEmptyDefaults } from './variables.ts';

/** Keys whose strings have to be colours after filling. */
const colorKeys = new Set(['color', 'decorationColor', 'fill', 'background']);

/** Checks the placeholders in a value: filled keys, declared variables and valid expressions only. */
export function checkStrings(
  value: object,
  pointer: string,
  document: Pick<TemplateDocument, 'variables'>,
  isColors = false,
): Findings {
  const findings: Findings[] = [];
  for (const [key, inner] of Object.entries<unknown>(value as Record<string, unknown>)) {
    const at = `${pointer}/${escapePointer(key)}`;
    if (typeof inner === 'object' && inner !== null)
      findings.push(checkStrings(inner, at, document, key === colorsKey));
    else if (typeof inner === 'string' && inner.includes('{{'))
      findings.push(checkString(isColors ? 'color' : key, inner, at, document));
  }
  return merge(findings);
}

function checkString(
  key: string,
  text: string,
  pointer: string,
  document: Pick<TemplateDocument, 'variables'>,
): Findings {
  if (!filledKeys.has(key) && !numberKeys.has(key)) {
    const detail =
      `Placeholders are not filled in "${key}"; ` +
      'they may stand in text, src, icon, href, value, colours, fill and visible, ' +
      'and in the numbers of a box, rotation, opacity and fontSize.';
    return problemAt(pointer, detail);
  }
  const { variables = [] } = document;
  const declared = new Set(variables.map(({ name }) => name));
  const findings: Findings[] = [];
  if (hasUnclosedPlaceholder(text, declared))
    findings.push(problemAt(pointer, 'A "{{" is never closed by "}}". For a literal "{{" write "\\{{".'));
  else if ((key === 'visible' || numberKeys.has(key)) && wholePlaceholder(text, declared) === null)
    findings.push(problemAt(pointer, 'The value must be one {{…}}, with nothing before or after it.'));
  if (colorKeys.has(key)) findings.push(checkColor(text, pointer, variables));
  if (numberKeys.has(key)) findings.push(checkNumber(text, pointer, document));
  for (const name of variablesAlone(text, declared)) {
    if (variables.some((each) => each.name === name && each.type === 'list'))
      findings.push(problemAt(pointer, describeShownList(name, key)));
  }
  for (const { expression, offset } of expressionsIn(text, declared)) {
    findings.push(checkExpression(expression, { pointer, offset }, variables, expressionsOf(document)));
  }
  return merge(findings);
}

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

/** Checks that what a number is bound to makes one. */
function checkNumber(text: string, pointer: string, document: Pick<TemplateDocument, 'variables'>): Findings {
  const { variables = [] } = document;
  const inner = wholePlaceholder(text, new Set(variables.map(({ name }) => name)));
  if (inner === null) return findingsOf({});
  const variable = variables.find(({ name }) => name === inner);
  if (variable !== undefined) {
    // That a list is no number is said of every place.
    if (variable.type === 'number' || variable.type === 'list') return findingsOf({});
    const detail = `A number is needed, but "${inner}" is of type ${variable.type}.`;
    return problemAt(pointer, detail);
  }
  const compiled = expressionsOf(document).compile(inner);
  if (!compiled.ok || ['number', 'any'].includes(compiled.expression.type)) return findingsOf({});
  return problemAt(pointer, `A number is needed, but the expression makes a ${compiled.expression.type}.`);
}

/** Checks a colour that needs no values but the defaults. The schema accepts any braces. */
function checkColor(text: string, pointer: string, variables: readonly TemplateVariable[]): Findings {
  const declared = new Set(variables.map(({ name }) => name));
  const defaults = nonEmptyDefaults(variables);
  const names = variablesIn(text, declared);
  if (expressionsIn(text, declared).length > 0 || !names.every((name) => defaults.has(name)))
    return findingsOf({});
  const filled = fillPlaceholders(text, defaults).trim();
  if (filled === '' || canonicalColor(filled) !== null) return findingsOf({});
  const index = variables.findIndex(({ name }) => name === names[0]);
  const detail = `${quoteValue(filled)} is not a colour, but ${pointer} needs one: ` + `${COLOR_KINDS}.`;
  return problemAt(index === -1 ? pointer : `/variables/${index}/defaultValue`, detail);
}
