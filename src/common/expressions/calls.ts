import { evaluate as evaluateAlone } from '@marcbachmann/cel-js';
import { RE2JS } from 're2js';
import type { StepBudget } from './budget.ts';
import { callTextMethod } from './characters.ts';
import { DECIMAL } from './decimal.ts';
import { evaluateNode, onceEvaluator, type Evaluation, type Evaluator, type Scope } from './evaluation.ts';
import { ExpressionError } from './expression-error.ts';
import { lastFormatter } from './formats.ts';
import { listChildren, type ExpressionNode } from './nodes.ts';
import { patternSize } from './pattern-size.ts';
import { isLocal, isOfDay, isTimeZone, keepOffset, toLocalTime, zoneOf } from './time-zones.ts';

/**
 * Evaluates a call of a function or a method: takes the steps that its texts cost, and reads the parts of
 * dates in their time zones.
 */
export function evaluateCall(
  node: ExpressionNode,
  scope: Scope,
  counting: Evaluator,
  evaluation: Evaluation,
): unknown {
  const { budget } = evaluation;
  const once = onceEvaluator(counting);
  if (node.op === 'call') {
    const [name, [first, ...others]] = node.args as [string, ExpressionNode[]];
    if (first === undefined || !examined.has(name))
      return takeFormatted(budget, name, others, evaluateNode(node, scope, counting, budget));
    const given = once.run(first, scope);
    if (name === 'duration') checkDuration(given);
    takeLetters(budget, name, given);
    const made = takeFormatted(budget, name, others, evaluateNode(node, scope, once, budget));
    if (name === 'timestamp' && made instanceof Date && typeof given === 'string') keepOffset(made, given);
    return name === 'type' && isDecimalType(made) ? doubleType : made;
  }
  const [name, receiver, given] = node.args as [string, ExpressionNode, ExpressionNode[]];
  const [first] = given;
  const getter = dateParts[name];
  if (getter !== undefined) {
    const date = once.run(receiver, scope);
    if (date instanceof Date)
      return BigInt(getter(localTime(date, first && once.run(first, scope), evaluation.timeZone)));
    return evaluateNode(node, scope, once, budget);
  }
  if (first === undefined) return evaluateNode(node, scope, counting, budget);
  if (name === 'matches') return matches(counting.run(receiver, scope), counting.run(first, scope), budget);
  if (name !== 'join' && !searches.has(name)) return evaluateNode(node, scope, counting, budget);
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
  return evaluateNode(node, scope, once, budget);
}

/** Functions that go through Intl. */
const formatting = new Set(
  'number currency percent date relative plural list words title truncate'.split(' '),
);

/** Finding the words or the characters of a text takes longer than copying it. */
const stepsOfLetter = 2;

const lettersPerStep = 4;

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

function takeLetters(budget: StepBudget, name: string, text: unknown): void {
  if (typeof text !== 'string') return;
  if (name === 'title') budget.take(text.length * stepsOfLetter);
  else if (name === 'truncate') budget.take(Math.ceil(text.length / lettersPerStep));
}

function takeFormatted(
  budget: StepBudget,
  name: string,
  options: readonly ExpressionNode[],
  made: unknown,
): unknown {
  if (!formatting.has(name)) return made;
  budget.takeFormat(String(made));
  if (!options.every(isConstant)) budget.takeFormatter(lastFormatter());
  return made;
}

function isConstant(node: ExpressionNode): boolean {
  return node.op === 'value' || (node.op === 'map' && listChildren(node).every(isConstant));
}

function localTime(date: Date, zone: unknown, timeZone: string | undefined): Date {
  if (zone === undefined) return toLocalTime(date, zoneOf(date, timeZone));
  if (typeof zone === 'string' && isTimeZone(zone))
    return isOfDay(date) || isLocal(date) ? date : toLocalTime(date, zone);
  throw new ExpressionError(`has the time zone ${JSON.stringify(zone)}: name one such as "Europe/Berlin"`);
}

/** What `type(1.5)` makes, in place of the type of our own. */
const doubleType: unknown = evaluateAlone('double');

function isDecimalType(value: unknown): boolean {
  return (value as { readonly name?: unknown }).name === DECIMAL;
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
