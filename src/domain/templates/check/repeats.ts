import type { Repeat } from '../../../../generated/template.ts';
import type { PaletteSource } from '../../../render/bind/palette.ts';
import { expressionsIn, wholePlaceholder } from '../../../common/placeholders/placeholders.ts';
import { collectExpressions } from '../../../common/expressions/template-expressions.ts';
import { ENTRY_NAME } from '../../../common/values/values.ts';
import type { ExtraType, ExtraTypes } from '../../../common/expressions/extra-names.ts';
import { checkExpression } from './expressions.ts';
import { toFindings, merge, problemAt, type Findings, type TemplateProblem } from './problem.ts';

/** Checks a repeat or the rows of a table, and adds the names that are known in it. */
export function checkRepeat(
  { each, as = ENTRY_NAME, index }: Partial<Repeat>,
  place: (key: keyof Repeat) => string,
  document: PaletteSource,
  extra: ExtraTypes,
): { readonly findings: Findings; readonly extra: ExtraTypes } {
  if (typeof each !== 'string') return { findings: toFindings({}), extra };
  const { findings, list } = checkEntries(each, place('each'), document, extra);
  const problems: TemplateProblem[] = [];
  const inner = new Map(extra);
  const add = (key: 'as' | 'index', name: string, type: ExtraType) => {
    const isVariable = document.variables?.some((variable) => variable.name === name) ?? false;
    if (!isVariable && !inner.has(name)) return inner.set(name, type);
    const owner = isVariable ? 'a variable' : 'the repeat or one around it';
    const detail = `The name "${name}" is taken by ${owner}: choose another one.`;
    return problems.push({ pointer: place(key), detail });
  };
  if (list !== null) add('as', as, { entryOf: list });
  if (index !== undefined) add('index', index, 'int');
  return { findings: merge([findings, toFindings({ problems })]), extra: inner };
}

/** What a key that needs entries of a list has: its problems, and the list if there are none. */
export interface EntriesCheck {
  readonly findings: Findings;
  readonly list: string | null;
}

/**
 * Checks a string that has to make entries of a list: `"{{ items }}"`, or an expression such as
 * `"{{ items.filter(i, i.price > 0.0) }}"`.
 *
 * @param extra the names that are known there beside the variables
 */
export function checkEntries(
  text: string,
  pointer: string,
  document: PaletteSource,
  extra: ExtraTypes = new Map(),
): EntriesCheck {
  const refuse = (detail: string) => ({ findings: problemAt(pointer, detail), list: null });
  const { variables = [] } = document;
  const declared = new Set(variables.map(({ name }) => name));
  const inner = wholePlaceholder(text, declared);
  if (inner === null)
    return refuse('Entries of a list are needed: one {{…}}, with nothing before or after it.');
  const variable = variables.find(({ name }) => name === inner);
  if (variable?.type === 'list') return { findings: toFindings({}), list: inner };
  if (variable !== undefined) return refuse(`A list is needed, but "${inner}" is of type ${variable.type}.`);
  const compiled = collectExpressions(document).within(extra).compile(inner);
  if (compiled.ok && compiled.expression.list === null)
    return refuse('Entries of a list are needed, but the expression makes something else.');
  const [{ expression, offset } = { expression: inner, offset: 0 }] = expressionsIn(text, declared);
  const findings = checkExpression(expression, { pointer, offset }, document, extra, true);
  return { findings, list: compiled.ok ? compiled.expression.list : null };
}
