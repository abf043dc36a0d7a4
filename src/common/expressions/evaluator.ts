import { evaluate as evaluateAlone, type ASTNode } from '@marcbachmann/cel-js';
import { RE2JS } from 're2js';
import type { StepBudget } from './budget.ts';
import { Decimal, DECIMAL } from './decimal.ts';
import { Entry, entryTypeName } from './entries.ts';
import { callTextMethod } from './characters.ts';
import { compareDecimals } from './equality.ts';
import { ExpressionError } from './expression-error.ts';
import { TIMESTAMP } from './expression-problem.ts';
import { lastFormatter } from './formats.ts';
import { makesFormatted } from './formatted-texts.ts';
import { findGroup } from './groups.ts';
import { patternSize } from './pattern-size.ts';
import { isLocal, isOfDay, isTimeZone, keepOffset, keepZone, toLocalTime, zoneOf } from './time-zones.ts';

/** A node of a parsed expression, of any operator. */
export interface ExpressionNode {
  readonly op: string;
  readonly args: unknown;
  readonly start: number;
  readonly end: number;
}

/** Values of variables by the scopes of an expression. */
export interface Scope {
  getValue(name: string): unknown;
}

/** What the library gives a macro to evaluate its arguments with. */
export interface Evaluator {
  run(node: ExpressionNode, scope: Scope): unknown;
  debugTypeDeep(value: unknown): unknown;
  debugRuntimeType(value: unknown, checkedType: unknown): unknown;
}

/** What an evaluation reads besides the expression. */
export interface Evaluation {
  readonly values: ReadonlyMap<string, unknown>;
  readonly budget: StepBudget;
  /** Of the template. */
  readonly timeZone: string | undefined;
  /** Parts that are worked out once for the values of these names, and what they have made. */
  readonly sharedParts: ReadonlyMap<ExpressionNode, readonly string[]>;
  readonly shared: SharedValues;
  /** Takes the texts that formats make. */
  readonly formatted: string[];
}

/** What each shared part has made last. */
export type SharedValues = Map<object, SharedResult>;

/** What a shared part has made, and from which values. */
interface SharedResult {
  readonly from: readonly unknown[];
  readonly value: unknown;
  readonly formatted: readonly string[];
}

/** Places where a variable may have no value. */
export type OptionalPlaces = WeakSet<object>;

/** Results of these nodes have been counted inside of them. */
const uncounted = new Set(['?:', '||', '&&', 'accuPush', 'accuValue', 'accuInc', 'comprehension']);

/** Functions that go through Intl. */
const formatting = new Set(
  'number currency percent date relative plural list words title truncate'.split(' '),
);

function isConstant(node: ExpressionNode): boolean {
  return node.op === 'value' || (node.op === 'map' && listChildren(node).every(isConstant));
}

/** Decimals of 34 digits take longer to divide than other steps. */
const stepsOfDivision = 4;

/** Finding the words or the characters of a text takes longer than copying it. */
const stepsOfLetter = 2;
const lettersPerStep = 4;

/** An error is described, and has a stack. `||` and loops go on after one. */
const stepsOfError = 20;

/** The longest duration that anybody writes. The library's pattern for them takes cubic time. */
const maxDuration = 50;

/** Functions whose first argument is examined before or after they are called. */
const examined = new Set(['duration', 'timestamp', 'title', 'truncate', 'type']);

/** Patterns and searches take time by both of their texts. */
const searches = new Set([
  'contains',
  'substring',
  'indexOf',
  'lastIndexOf',
  'split',
  'startsWith',
  'endsWith',
]);
const comparisonsPerStep = 2_000;
/** Methods that count places of a text. */
const countingPlaces = new Set(['substring', 'indexOf', 'lastIndexOf', 'split']);

/**
 * Derives an evaluator that counts steps, refuses variables without a value where one is needed, and matches
 * patterns in linear time.
 */
export function countingEvaluator(
  evaluator: Evaluator,
  { values, budget, timeZone, sharedParts, shared, formatted }: Evaluation,
  optionalPlaces: OptionalPlaces,
): Evaluator {
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
    const value = node.op === 'rcall' || node.op === 'call' ? call(node, scope) : evaluate(node, scope);
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
        return item === undefined ? evaluateAs(node, scope, once) : item;
      }
    }
    if (comparisons.has(node.op)) {
      const children = listChildren(node);
      if (!children.every(isPlain)) {
        const once = onceEvaluator(counting);
        const [left, right] = children.map((child) => once.run(child, scope));
        budget.takeValue(left, true);
        budget.takeValue(right, true);
        return compareDecimals(node.op, left, right) ?? evaluateAs(node, scope, once);
      }
    }
    if (node.op === '/') budget.take(stepsOfDivision);
    return isDateWorkedOut(node) ? workOutDate(node, scope) : evaluateAs(node, scope);
  };

  /** Evaluates a node as the library does. */
  const evaluateAs = (node: ExpressionNode, scope: Scope, by = counting): unknown => {
    try {
      return (node as ExpressionNode & { evaluate: (...parts: unknown[]) => unknown }).evaluate(
        by,
        node,
        scope,
      );
    } catch (error) {
      if (!(error instanceof ExpressionError)) budget.take(stepsOfError);
      throw error;
    }
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
    const made = evaluateAs(node, scope, once);
    const from = listChildren(node).find(isDate);
    const source = from === undefined ? null : once.run(from, scope);
    if (made instanceof Date && source instanceof Date) keepZone(made, source);
    return made;
  };

  const localTime = (date: Date, zone: unknown): Date => {
    if (zone === undefined) return toLocalTime(date, zoneOf(date, timeZone));
    if (typeof zone === 'string' && isTimeZone(zone))
      return isOfDay(date) || isLocal(date) ? date : toLocalTime(date, zone);
    throw new ExpressionError(`has the time zone ${JSON.stringify(zone)}: name one such as "Europe/Berlin"`);
  };

  const takeLetters = (name: string, text: unknown): void => {
    if (typeof text !== 'string') return;
    if (name === 'title') budget.take(text.length * stepsOfLetter);
    else if (name === 'truncate') budget.take(Math.ceil(text.length / lettersPerStep));
  };

  const call = (node: ExpressionNode, scope: Scope): unknown => {
    const once = onceEvaluator(counting);
    if (node.op === 'call') {
      const [name, [first, ...others]] = node.args as [string, ExpressionNode[]];
      if (first === undefined || !examined.has(name))
        return takeFormatted(name, others, evaluate(node, scope));
      const given = once.run(first, scope);
      if (name === 'duration') checkDuration(given);
      takeLetters(name, given);
      const made = takeFormatted(name, others, evaluateAs(node, scope, once));
      if (name === 'timestamp' && made instanceof Date && typeof given === 'string') keepOffset(made, given);
      return name === 'type' && isDecimalType(made) ? doubleType : made;
    }
    const [name, receiver, given] = node.args as [string, ExpressionNode, ExpressionNode[]];
    const [first] = given;
    const getter = dateParts[name];
    if (getter !== undefined) {
      const date = once.run(receiver, scope);
      if (date instanceof Date) return BigInt(getter(localTime(date, first && once.run(first, scope))));
      return evaluateAs(node, scope, once);
    }
    if (first === undefined) return evaluate(node, scope);
    if (name === 'matches') return matches(counting.run(receiver, scope), counting.run(first, scope), budget);
    if (name !== 'join' && !searches.has(name)) return evaluate(node, scope);
    const [from, part] = [once.run(receiver, scope), once.run(first, scope)];
    if (typeof part === 'string') {
      if (name === 'join' && Array.isArray(from)) budget.takeCharacters(from.length * part.length);
      if (name !== 'join' && typeof from === 'string')
        budget.take(Math.floor((from.length * part.length) / comparisonsPerStep));
    }
    if (countingPlaces.has(name) && typeof from === 'string') {
      budget.takeCharacters(from.length);
      const made = callTextMethod(name, from, () => given.map((each) => once.run(each, scope)));
      if (made !== undefined) return made;
    }
    return evaluateAs(node, scope, once);
  };

  const takeFormatted = (name: string, options: readonly ExpressionNode[], made: unknown): unknown => {
    if (!formatting.has(name)) return made;
    budget.takeFormat(String(made));
    if (!options.every(isConstant)) budget.takeFormatter(lastFormatter());
    return made;
  };
  return counting;
}

/**
 * Derives an evaluator for the call of one function or operator, which works out each argument once, also if
 * it is examined before the call: else a chain of n calls would take 2ⁿ steps.
 */
function onceEvaluator(evaluator: Evaluator): Evaluator {
  const known = new Map<ExpressionNode, unknown>();
  const once = Object.create(evaluator) as Evaluator;
  once.run = (node, scope) => {
    if (!known.has(node)) known.set(node, evaluator.run(node, scope));
    return known.get(node);
  };
  return once;
}

/** What `type(1.5)` makes, in place of the type of our own. */
const doubleType: unknown = evaluateAlone('double');

function isDecimalType(value: unknown): boolean {
  return (value as { readonly name?: unknown }).name === DECIMAL;
}

/** The item of a list at a place of an unknown type, which may be a decimal without decimals. */
function getByDecimal(list: unknown, place: unknown): unknown {
  return Array.isArray(list) && place instanceof Decimal ? list[place.toNumber()] : undefined;
}

/** Comparing takes time by the size of both sides. */
const comparisons = new Set(['==', '!=', 'in']);

/** A node after the check of its types. */
export interface CheckedNode extends ExpressionNode {
  readonly checkedType?: { readonly kind: string; readonly name: string };
}

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

/** The variable that a node reads: `name`, `vars["name"]` or `vars.name`; null for other nodes. */
export function findVariable({ op, args }: ExpressionNode): string | null {
  if (op === 'id') return args as string;
  if (op !== '.' && op !== '[]') return null;
  const [left, key] = args as [ExpressionNode, ExpressionNode | string];
  if (left.op !== 'id' || left.args !== 'vars') return null;
  if (typeof key === 'string') return key;
  return key.op === 'value' && typeof key.args === 'string' ? key.args : null;
}

function checkDuration(text: unknown): void {
  if (typeof text === 'string' && text.length > maxDuration)
    throw new ExpressionError(`has a duration of more than ${maxDuration} characters`);
}

/** As CEL: finds the pattern anywhere in the text. */
function matches(text: unknown, pattern: unknown, budget: StepBudget): boolean {
  if (typeof text !== 'string' || typeof pattern !== 'string')
    throw new ExpressionError('calls matches() with something that is no text');
  const size = patternSize(pattern);
  budget.take(stepsToCompile + stepsOfState * size + Math.floor((text.length * size) / statesPerStep));
  try {
    return RE2JS.compile(pattern).matcher(text).find();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExpressionError(
      `has the pattern ${JSON.stringify(pattern)}, which is not an RE2 one: ${reason}`,
    );
  }
}

/** In each state of the pattern, a character of the text is compared. */
const statesPerStep = 32;
const stepsToCompile = 300;
const stepsOfState = 4;

/** The parts of a local time, which is held as one in UTC. */
const dateParts: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: (date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
};
const dayMs = 86_400_000;

function isDate({ checkedType }: CheckedNode): boolean {
  return checkedType?.name === TIMESTAMP;
}

function isDateWorkedOut(node: CheckedNode): boolean {
  return (node.op === '+' || node.op === '-') && isDate(node);
}

/** The nodes inside of a node, as it was written. */
export function listChildren({ args }: ExpressionNode): ExpressionNode[] {
  return nodesIn(args);
}

function nodesIn(value: unknown): ExpressionNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return typeof value === 'object' && value !== null && 'op' in value ? [value as ExpressionNode] : [];
}

/** The public type of nodes has no operators of expanded macros. */
export function asNode(node: ASTNode): ExpressionNode {
  return node;
}
