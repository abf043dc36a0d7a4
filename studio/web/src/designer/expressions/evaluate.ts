/** The present value of a text with expressions, as the service works it out. Loaded with the first one. */
import type { ListEntry } from '../../../../../generated/template.ts';
import { readDefault, defaultText } from '../../../../../src/common/values/lists.ts';
import {
  parsePlaceholders,
  wholePlaceholder,
  type Piece,
} from '../../../../../src/common/placeholders/placeholders.ts';
import { textValue, type VariableValue } from '../../../../../src/common/values/values.ts';
import type { Entry } from '../../../../../src/common/expressions/entries.ts';
import { ExpressionError } from '../../../../../src/common/expressions/expression-error.ts';
import { keyText } from '../../../../../src/common/expressions/groups.ts';
import { listTypes, type ExtraValue } from '../../../../../src/common/expressions/extra-names.ts';
import { readLocale } from '../../../../../src/common/expressions/locale.ts';
import { collectExpressions, toText } from '../../../../../src/common/expressions/template-expressions.ts';
import { readEntries } from '../../parts/previews/list-entries.ts';
import type { Values } from '../model/values.ts';
import type { KnownEntries, Scope } from '../model/scope.ts';
import type { TemplateDocument } from '../model/template.ts';

/** What a text with expressions is at present, or why it is nothing. */
export interface LiveResult {
  readonly text: string;
  readonly isFault: boolean;
}

/** What is known beside the variables. */
interface Known {
  /** What makes the entries around the text; of each, the first one counts. */
  readonly entries?: Scope['entries'];
  /** Such as the number of the page. */
  readonly numbers?: Readonly<Record<string, number>>;
  readonly now?: Date;
  /** Whether a text that has variables only, or nothing to fill, is worked out as well. */
  readonly isAlways?: boolean;
}

/**
 * Works out a text.
 *
 * @returns null for a text without expressions, and for one of entries where there are none
 */
export function evaluateText(
  template: string,
  document: Pick<TemplateDocument, 'variables' | 'language' | 'locale' | 'timeZone'>,
  shown: Values,
  { entries = [], numbers = {}, now = new Date(), isAlways = false }: Known = {},
): LiveResult | null {
  const { variables = [] } = document;
  const values = new Map(
    variables.map((variable): [string, VariableValue] => {
      const given = shown[variable.name] ?? '';
      const text = given === '' ? (defaultText(variable) ?? '') : given;
      // A list that is being written may hold anything.
      const defaultValue =
        variable.type === 'list' ? (structuredClone(readEntries(text)) as ListEntry[]) : text;
      return [variable.name, readDefault({ ...variable, defaultValue })];
    }),
  );
  const given = Object.entries(numbers).filter(([name]) => !values.has(name));
  const extra = new Map<string, ExtraValue>(given);
  const has = (name: string) => values.has(name) || extra.has(name);
  const pieces = parsePlaceholders(template, { has });
  if (!isAlways && !pieces.some((piece) => 'expression' in piece)) return null;
  const expressions = collectExpressions(document);
  const evaluate = expressions.forValues(values, {
    locale: readLocale(document),
    now,
    timeZone: document.timeZone,
  });
  const fill = (pieces: readonly Piece[], names: ReadonlyMap<string, ExtraValue>): string =>
    pieces
      .map((piece) => {
        if ('literal' in piece) return piece.literal;
        if ('variable' in piece) {
          const known = names.get(piece.variable);
          return typeof known === 'number' ? String(known) : textValue(values.get(piece.variable));
        }
        const compiled = expressions.within(listTypes(names)).compile(piece.expression);
        if (!compiled.ok) throw new ExpressionError(compiled.problem.detail);
        return toText(evaluate(piece.expression, names));
      })
      .join('');
  /** The entries that are in one group with the first. */
  const findGroup = (
    all: readonly Entry[],
    { text, row: { as, index } }: NonNullable<KnownEntries['groupBy']>,
  ) => {
    const namesOf = (entry: Entry, at: number) =>
      new Map<string, ExtraValue>([
        ...extra,
        [as, entry],
        ...(index === undefined ? [] : [[index, at] as const]),
      ]);
    const groups = all.map((entry, at) => {
      const names = namesOf(entry, at);
      const pieces = parsePlaceholders(text, { has: (name) => values.has(name) || names.has(name) });
      const [piece] = pieces;
      if (pieces.length > 1 || piece === undefined || !('expression' in piece)) return fill(pieces, names);
      return keyText(evaluate(piece.expression, names));
    });
    return all.filter((_, at) => groups[at] === groups[0]);
  };
  try {
    for (const { each, as, index, isList = false, groupBy } of entries) {
      const inner = wholePlaceholder(each, values) ?? '';
      const value = values.get(inner);
      const made =
        typeof value === 'object' ? expressions.toEntries(inner, value) : evaluate(inner, new Map(extra));
      // The check of the document says what else it makes.
      const all = Array.isArray(made) ? (made as readonly Entry[]) : [];
      const [first] = all;
      if (first === undefined) return null;
      extra.set(as, !isList ? first : groupBy === undefined ? all : findGroup(all, groupBy));
      if (index !== undefined) extra.set(index, 0);
    }
    return { text: fill(pieces, extra), isFault: false };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, expression } = error;
    return { text: expression === '' ? message : `The expression ${message}.`, isFault: true };
  }
}
