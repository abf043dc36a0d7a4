import type { StepBudget } from './budget.ts';
import { ExpressionError } from './expression-error.ts';
import type { ExpressionNode } from './nodes.ts';

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

/** What the library gives a macro to evaluate its arguments with. */
export interface Evaluator {
  run(node: ExpressionNode, scope: Scope): unknown;
  debugTypeDeep(value: unknown): unknown;
  debugRuntimeType(value: unknown, checkedType: unknown): unknown;
}

/** Values of variables by the scopes of an expression. */
export interface Scope {
  getValue(name: string): unknown;
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

/**
 * Derives an evaluator for the call of one function or operator, which works out each argument once, also if
 * it is examined before the call: else a chain of n calls would take 2ⁿ steps.
 */
export function onceEvaluator(evaluator: Evaluator): Evaluator {
  const known = new Map<ExpressionNode, unknown>();
  const once = Object.create(evaluator) as Evaluator;
  once.run = (node, scope) => {
    if (!known.has(node)) known.set(node, evaluator.run(node, scope));
    return known.get(node);
  };
  return once;
}

/** An error is described, and has a stack. `||` and loops go on after one. */
const stepsOfError = 20;

/** Evaluates a node as the library does. */
export function evaluateNode(
  node: ExpressionNode,
  scope: Scope,
  evaluator: Evaluator,
  budget: StepBudget,
): unknown {
  try {
    return (node as EvaluatedNode).evaluate(evaluator, node, scope);
  } catch (error) {
    if (!(error instanceof ExpressionError)) budget.take(stepsOfError);
    throw error;
  }
}

interface EvaluatedNode extends ExpressionNode {
  readonly evaluate: (...parts: unknown[]) => unknown;
}
