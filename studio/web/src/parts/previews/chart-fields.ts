/** The fields of a list that the specification of a chart names. */
import { isIdentifier } from '../../../../../src/common/expressions/tokens.ts';
import { expressionKeys } from './chart-names.ts';

type Keys = Record<string, unknown>;

/**
 * Keys of Vega-Lite that hold the name of a field, or names in a list. What a transform makes (`as`) may have
 * the name of a field, which the channels then mean.
 */
const fieldKeys = new Set([
  'field',
  'groupby',
  'fields',
  'lookup',
  'key',
  'fold',
  'flatten',
  'pivot',
  'on',
  'as',
]);

/** Keys that do in a transform; elsewhere they hold something else. */
const transformKeys = new Set(['stack', 'impute', 'density', 'quantile', 'regression', 'loess', 'value']);

/** What a part of a specification is drawn from. */
interface Source {
  /** Whether it is the list. */
  readonly isList: boolean;
  readonly isTransform: boolean;
}

/**
 * Writes other names of a list's fields, in place.
 *
 * @param sources the names of data that has these fields: the list, and an entry of it
 * @param names the new names by the old ones
 */
export function renameFieldsInSpec(
  spec: object,
  sources: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
): void {
  visit(spec, { isList: false, isTransform: false });

  function visit(node: object, around: Source): void {
    const owner = node as Keys;
    const { data } = owner;
    const source = isObject(data) ? { ...around, isList: isOfList(data) } : around;
    for (const [key, value] of Object.entries(owner)) {
      if (key === 'datasets' || (key === 'data' && isObject(value))) continue;
      const named = source.isList && (fieldKeys.has(key) || (source.isTransform && transformKeys.has(key)));
      if (typeof value === 'string') {
        if (named) owner[key] = names.get(value) ?? value;
        else if (expressionKeys.has(key)) owner[key] = inExpression(value, source.isList);
      } else if (Array.isArray(value)) {
        visitAll(value, { isList: source.isList, isTransform: key === 'transform' }, named);
      } else if (isObject(value)) {
        visit(value, { isList: source.isList, isTransform: key === 'from' });
      }
    }
  }

  function visitAll(values: unknown[], source: Source, areNames: boolean): void {
    for (const [index, value] of values.entries()) {
      if (typeof value === 'string' && areNames) values[index] = names.get(value) ?? value;
      else if (isObject(value)) visit(value, source);
    }
  }

  function isOfList({ name, values }: Keys): boolean {
    return values === undefined && typeof name === 'string' && sources.has(name);
  }

  /** `datum.price`, and `item.price` of an entry. */
  function inExpression(text: string, isList: boolean): string {
    return text.replace(reference, (whole: string, ...groups: readonly (string | undefined)[]) => {
      const [string, owner = '', dotted = '', quoted = ''] = groups;
      if (string !== undefined || !((isList && owner === 'datum') || sources.has(owner))) return whole;
      const name = names.get(dotted || quoted);
      if (name === undefined) return whole;
      return isIdentifier(name) ? `${owner}.${name}` : `${owner}[${JSON.stringify(name)}]`;
    });
  }
}

/** Strings, and fields of names. */
const reference =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<![\w$.])([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*)|\[\s*["']([^"'\\\]]+)["']\s*\])/gu;

function isObject(value: unknown): value is Keys {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
