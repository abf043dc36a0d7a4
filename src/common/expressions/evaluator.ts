import { evaluateCall } from './calls.ts';
import { Decimal, DECIMAL } from './decimal.ts';
import { Entry, entryTypeName } from './entries.ts';
import { compareDecimals } from './equality.ts';
import {
  evaluateNode,
  onceEvaluator,
  type Evaluation,
  type Evaluator,
  type OptionalPlaces,
  type Scope,
} from './evaluation.ts';
import { ExpressionError } from './expression-error.ts';
import { TIMESTAMP } from './expression-problem.ts';
import { makesFormatted } from './formatted-texts.ts';
import { findGroup } from './groups.ts';
import { findVariable, listChildren, type CheckedNode, type ExpressionNode } from './nodes.ts';
import { keepZone } from './time-zones.ts';

/** Results of these nodes have been counted inside of them. */
const uncounted = new Set(['?:', '||', '&&', 'accuPush', 'accuValue', 'accuInc', 'comprehension']);

/** Decimals of 34 digits take longer to divide than other steps. */
const stepsOfDivision = 4;

/**
 * Derives an evaluator that counts steps, refuses variables without a value where one is needed, and matches
 * patterns in linear time.
 */
export function countingEvaluator(
  evaluator: Evaluator,
  evaluation: Evaluation,
  optionalPlaces: OptionalPlaces,
): Evaluator {
  const { values, budget, sharedParts, shared, formatted } = evaluation;
  const counting = Object.create(evaluator) as Evaluator;
  // These use private fields, which a derived object does not have.
  counting.debugTypeDeep = (value) => evaluator.debugTypeDeep(value);
  counting.debugRuntimeType = (value, checkedType) => evaluator.debugRuntimeType(value, checkedType);
  counting.run = (node, scope) => {
    budget.take(1);
    const name = findVariable(node);
    if (name !== null && values.get(name) === null && isMissing(node, name, scope)) {
      if (optionalPlaces.has(node)) return null;
      throw new ExpressionError(`needs a value of "${name}", which was not given`, '', name);
    }
    const from = sharedParts.get(node)?.map((each) => values.get(each));
    const known = from === undefined ? undefined : shared.get(node);
    if (known?.from.every((each, index) => each === from?.[index]) === true) {
      for (const text of known.formatted) formatted.push(text);
      return known.value;
    }
    const before = formatted.length;
    const value =
      node.op === 'rcall' || node.op === 'call'
        ? evaluateCall(node, scope, counting, evaluation)
        : evaluate(node, scope);
    if (typeof value === 'string' && makesFormatted(node)) formatted.push(value);
    if (from !== undefined) shared.set(node, { from, value, formatted: formatted.slice(before) });
    if (!uncounted.has(node.op) && !isGivenList(value)) budget.takeValue(value);
    return value;
  };

  const evaluate = (node: ExpressionNode, scope: Scope): unknown => {
    if (node.op === '.' || node.op === '[]') {
      const vars = findVariable(node);
      if (vars !== null) return values.get(vars);
      if (isOfEntry(node)) return getField(node, scope);
      const [list, key] = node.args as [CheckedNode, CheckedNode];
      if (node.op === '[]' && (list.checkedType?.kind === 'map' || key.checkedType?.kind === 'dyn')) {
        const once = onceEvaluator(counting);
        const [items, place] = [once.run(list, scope), once.run(key, scope)];
        const item = findGroup(items, place) ?? getByDecimal(items, place);
        return item === undefined ? evaluateNode(node, scope, once, budget) : item;
      }
    }
    if (comparisons.has(node.op)) {
      const children = listChildren(node);
      if (!children.every(isPlain)) {
        const once = onceEvaluator(counting);
        const [left, right] = children.map((child) => once.run(child, scope));
        budget.takeValue(left, true);
        budget.takeValue(right, true);
        return compareDecimals(node.op, left, right) ?? evaluateNode(node, scope, once, budget);
      }
    }
    if (node.op === '/') budget.take(stepsOfDivision);
    return isDateWorkedOut(node) ? workOutDate(node, scope) : evaluateNode(node, scope, counting, budget);
  };

  /** The field of an entry: one without a value is refused where one is needed, as of a variable. */
  const getField = (node: ExpressionNode, scope: Scope): unknown => {
    const [left, key] = node.args as [ExpressionNode, ExpressionNode | string];
    const entry = counting.run(left, scope);
    const field = typeof key === 'string' ? key : counting.run(key, scope);
    if (!(entry instanceof Entry) || typeof field !== 'string')
      throw new ExpressionError('reads a field of something that is no entry');
    const value = entry.get(field);
    if (value === undefined) throw new ExpressionError(`reads "${field}", which entries do not have`);
    if (value !== null || optionalPlaces.has(node)) return value;
    throw new ExpressionError(
      `needs a value of "${entry.placeOf(field)}", which was not given`,
      '',
      entry.variable,
    );
  };

  /** A date that is worked out of another one is in its time zone. */
  const workOutDate = (node: ExpressionNode, scope: Scope): unknown => {
    const once = onceEvaluator(counting);
    const made = evaluateNode(node, scope, once, budget);
    const from = listChildren(node).find(isDate);
    const source = from === undefined ? null : once.run(from, scope);
    if (made instanceof Date && source instanceof Date) keepZone(made, source);
    return made;
  };

  return counting;
}

/** The item of a list at a place of an unknown type, which may be a decimal without decimals. */
function getByDecimal(list: unknown, place: unknown): unknown {
  return Array.isArray(list) && place instanceof Decimal ? list[place.toNumber()] : undefined;
}

/** Comparing takes time by the size of both sides. */
const comparisons = new Set(['==', '!=', 'in']);

/** Whether a node reads a field of an entry. */
function isOfEntry({ args }: ExpressionNode): boolean {
  const [left] = args as [CheckedNode];
  return left.checkedType?.kind === 'message' && left.checkedType.name.startsWith(entryTypeName);
}

/** Whether a node's value is neither a list nor a map. Texts have been counted. */
function isPlain({ checkedType }: CheckedNode): boolean {
  if (checkedType?.name === DECIMAL) return true;
  return !['list', 'map', 'message', 'dyn'].includes(checkedType?.kind ?? 'dyn');
}

/** Lists of variables, and their entries, are read without a copy. */
function isGivenList(value: unknown): boolean {
  return value instanceof Entry || (Array.isArray(value) && value[0] instanceof Entry);
}

/** A loop's variable may have the same name. */
function isMissing(node: ExpressionNode, name: string, scope: Scope): boolean {
  return node.op !== 'id' || scope.getValue(name) === null;
}

function isDate({ checkedType }: CheckedNode): boolean {
  return checkedType?.name === TIMESTAMP;
}

function isDateWorkedOut(node: CheckedNode): boolean {
  return (node.op === '+' || node.op === '-') && isDate(node);
}
