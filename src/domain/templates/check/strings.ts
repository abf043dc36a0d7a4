import type {
  Repeat,
  TableCarry,
  TableColumn,
  TableElement,
  TemplateDocument,
} from '../../../../generated/template.ts';
import { COLOR_KINDS, readColor } from '../../../render/bind/colors.ts';
import { paletteOf, type PaletteSource } from '../../../render/bind/palette.ts';
import { isInkNotation } from '../../../common/colors/ink-colors.ts';
import { checkInksOfChart } from './inks.ts';
import { wordChoices } from '../../../render/bind/number-ranges.ts';
import { titlesIn } from '../../../common/placeholders/chart-titles.ts';
import {
  expressionsIn,
  colorsKey,
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
import { ENTRY_NAME, GROUP_NAME } from '../../../common/values/values.ts';
import type { ExtraType, ExtraTypes } from '../../../common/expressions/extra-names.ts';
import { referenceTo } from '../../../common/expressions/tokens.ts';
import { escapePointer } from '../../../common/text/json-text.ts';
import { quoteValue } from '../../variables/types.ts';
import { checkExpression } from './expressions.ts';
import { toFindings, merge, problemAt, type Findings, type TemplateProblem } from './problem.ts';
import { nonEmptyDefaults } from './variables.ts';

/** Keys whose strings have to be colours after filling. */
const colorKeys = new Set(['color', 'decorationColor', 'fill', 'background']);

const noExtra: ExtraTypes = new Map();

/** The places of headers and footers, where the number of the page is known. */
const runningPlace = /^(?:\/pages\/\d+){1,2}\/(?:header|footer)$/u;
const inRunning = /^(?:\/pages\/\d+){1,2}\/(?:header|footer)\//u;
const pageTypes: ExtraTypes = new Map(pageNames.map((name) => [name, 'int']));

/**
 * Checks the placeholders in a value: filled keys, declared variables and valid expressions only.
 *
 * @param extra the names that are known there beside the variables
 * @param stringKey the key that its strings count as, in place of their own
 */
export function checkStrings(
  value: object,
  pointer: string,
  document: PaletteSource,
  extra = noExtra,
  stringKey?: string,
): Findings {
  // The schema may refuse what it is.
  const given = (('repeat' in value && value.repeat) || {}) as Partial<Repeat>;
  const place = (key: string) => `${pointer}/repeat/${key}`;
  const repeat = checkRepeat(given, place, document, extra);
  const ofRows = isTable(value) ? { ...value, each: value.rows } : {};
  const rowPlace = (key: string) => `${pointer}/${key === 'each' ? 'rows' : key}`;
  const rows = checkRepeat(ofRows, rowPlace, document, repeat.extra);
  const findings: Findings[] = [repeat.findings, rows.findings];
  for (const [key, inner] of Object.entries<unknown>(value as Record<string, unknown>)) {
    if (key === 'repeat') continue;
    if (key === 'rows' && isTable(value)) continue;
    const at = `${pointer}/${escapePointer(key)}`;
    if (key === 'columns' && isTable(value) && Array.isArray(inner)) {
      for (const [index, column] of inner.entries()) {
        // The schema may refuse it.
        if (typeof column !== 'object' || column === null) continue;
        const { header, visible, ...others } = column as Partial<TableColumn>;
        findings.push(
          checkStrings({ header, visible }, `${at}/${index}`, document, repeat.extra),
          checkStrings(others, `${at}/${index}`, document, rows.extra),
        );
      }
    } else if (key === 'carry' && isTable(value) && typeof inner === 'object' && inner !== null) {
      const { value: amount, ...others } = inner as Partial<TableCarry>;
      findings.push(
        checkStrings(others, at, document, repeat.extra),
        checkStrings({ value: amount }, at, document, rows.extra),
      );
    } else if (key === 'spec' && typeof inner === 'object' && inner !== null) {
      // Of a chart only titles are filled; its expressions name variables by themselves.
      for (const { pointer: place, text } of titlesIn(inner as Readonly<Record<string, unknown>>))
        findings.push(checkString('text', text, at + place, document, repeat.extra));
      findings.push(checkInksOfChart(inner, at, document));
    } else if (typeof inner === 'object' && inner !== null) {
      const known = isTable(value) ? namesInTable(value, key, rows.extra, repeat.extra) : repeat.extra;
      const names = runningPlace.test(at) ? new Map([...known, ...pageTypes]) : known;
      findings.push(checkStrings(inner, at, document, names, keysOfStrings[key]));
    } else if (typeof inner === 'string' && inner.includes('{{')) {
      const known = key === 'groupBy' && isTable(value) ? rows.extra : repeat.extra;
      findings.push(checkString(stringKey ?? key, inner, at, document, known));
    } else if (typeof inner === 'string' && colorKeys.has(stringKey ?? key) && isInkNotation(inner)) {
      const read = readColor(inner, paletteOf(document));
      if ('wrong' in read) findings.push(problemAt(at, `${quoteValue(inner)} ${read.wrong}.`));
    }
  }
  return merge(findings);
}

/** Warns about the name of a template with a placeholder, which stays as it is. */
export function checkName({ name, variables = [] }: TemplateDocument): Findings {
  const [piece] = parsePlaceholders(name, new Set(variables.map((variable) => variable.name))).filter(
    (each) => !('literal' in each),
  );
  if (piece === undefined) return toFindings({});
  const detail =
    'Placeholders are not filled in the name of a template: it stays as it is. ' +
    'The "title" of the document is filled, and is the title of its files.';
  return toFindings({ warnings: [{ pointer: '/name', detail }] });
}

/** What the strings of lists and records count as, by the key of these. */
const keysOfStrings: Readonly<Record<string, string>> = {
  [colorsKey]: 'color',
  palette: 'color',
  cells: 'text',
};

function isTable(value: object): value is TableElement {
  return 'type' in value && value.type === 'table';
}

/** The names that a part of a table knows. */
function namesInTable(
  { as = ENTRY_NAME }: TableElement,
  part: string,
  inRows: ExtraTypes,
  around: ExtraTypes,
): ExtraTypes {
  if (part === 'body') return inRows;
  if (part !== 'groupHeader' && part !== 'groupTotal') return around;
  const type = inRows.get(as);
  if (typeof type !== 'object') return inRows;
  return new Map([...inRows, [GROUP_NAME, { entryOf: type.entryOf, isList: true as const }]]);
}

/** Checks a repeat or the rows of a table, and adds the names that are known in it. */
function checkRepeat(
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

function checkString(
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
  extra = noExtra,
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
    // That a list is no number is said of every place.
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
  // That a list is no word is said of every place.
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
