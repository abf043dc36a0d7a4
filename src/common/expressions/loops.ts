import type { Environment } from '@marcbachmann/cel-js';
import { DECIMAL } from './decimal.ts';
import type { Evaluator, Scope } from './evaluation.ts';
import type { ExpressionNode } from './nodes.ts';
import { ExpressionError } from './expression-error.ts';

/** A function that works out something for each item of a list: `sort(items, x, x.price)`. */
export interface Loop {
  readonly name: string;
  /** What it makes: some of the items, numbers, or the items of each key. */
  readonly result: 'list' | 'numbers' | 'groups';
  readonly work: (items: readonly unknown[], made: readonly unknown[]) => unknown;
}

/** The library's type of a value. */
interface Type {
  readonly kind: string;
  readonly name: string;
  readonly valueType?: Type;
  readonly hasPlaceholderType?: boolean;
}

/** The library's scope with one more variable. */
interface LoopScope extends Scope {
  reuse(scope: Scope): LoopScope;
  setIterValue(value: unknown, evaluator: Evaluator): LoopScope;
}

interface Checker {
  readonly registry: { getListType(type: Type): Type; getMapType(key: Type, value: Type): Type };
  check(node: ExpressionNode, scope: Scope): Type;
  getType(name: string): Type;
}

type CheckScope = Scope & { forkWithVariable(name: string, type: Type): LoopScope };

/** Registers a loop as a macro, the library's way to evaluate an argument for each item. */
export function registerLoop(environment: Environment, { name, result, work }: Loop): void {
  environment.registerFunction(
    `${name}(ast, ast, ast): dyn`,
    ({ args: [list, variable, body] }: { args: [ExpressionNode, ExpressionNode, ExpressionNode] }) => {
      let loopScope: LoopScope | undefined;
      return {
        typeCheck: (checker: Checker, _: unknown, scope: CheckScope): Type => {
          if (variable.op !== 'id')
            throw new ExpressionError(`${name}() needs a name of its own second: ${name}(items, x, …)`);
          const type = checker.check(list, scope);
          if (type.kind !== 'list' && type.kind !== 'dyn')
            throw new ExpressionError(`${name}() needs a list first`);
          const item = type.valueType ?? checker.getType('dyn');
          loopScope = scope.forkWithVariable(variable.args as string, item);
          const made = checker.check(body, loopScope);
          if (result === 'list') return checker.registry.getListType(item);
          const isNumber = ['dyn', 'int', DECIMAL].includes(made.name);
          if (result === 'numbers' && !isNumber)
            throw new ExpressionError(`${name}() adds up numbers, but gets ${made.name}`);
          return result === 'numbers'
            ? checker.registry.getListType(checker.getType(DECIMAL))
            : checker.registry.getMapType(checker.getType('string'), checker.registry.getListType(item));
        },
        evaluate: (evaluator: Evaluator, _: unknown, scope: Scope): unknown => {
          const value = evaluator.run(list, scope);
          if (!Array.isArray(value))
            throw new ExpressionError(`calls ${name}() with something that is no list`);
          const items = value as unknown[];
          const made = items.map((item) => {
            const inner = loopScope!.reuse(scope).setIterValue(item, evaluator);
            return evaluator.run(body, inner);
          });
          return work(items, made);
        },
      };
    },
  );
}
