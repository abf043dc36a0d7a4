/** Measures one hostile expression in a process of its own: `node hostile.ts NAME` prints it as JSON. */
import { StepBudget } from '../../src/common/expressions/budget.ts';
import { ExpressionError } from '../../src/common/expressions/expression-error.ts';
import { TemplateExpressions } from '../../src/common/expressions/template-expressions.ts';
import { hostileExpressions, hostileVariables } from '../../test/hostile/expressions.ts';
import { median } from '../shared/statistics.ts';

/** User CPU time of one expression. */
export interface Measurement {
  readonly steps: number;
  /** To compile it and evaluate it for the first time in a process, where nothing is optimized yet. */
  readonly firstMs: number;
  /** To evaluate it after that. */
  readonly laterMs: number;
  /** What it ends with. */
  readonly error: string;
}

const laterRounds = 9;

function userMs(run: () => void): number {
  const start = process.cpuUsage();
  run();
  return process.cpuUsage(start).user / 1_000;
}

function measure(name: string): Measurement {
  const hostile = hostileExpressions[name];
  if (hostile === undefined) throw new Error(`There is no hostile expression "${name}".`);
  const values = new Map(Object.entries(hostile.values));
  const expressions = new TemplateExpressions(hostileVariables);
  let [steps, error] = [0, ''];
  const evaluate = (): void => {
    const budget = new StepBudget();
    try {
      expressions.forValues(values, { locale: 'en', now: new Date() }, budget)(hostile.source);
    } catch (thrown) {
      if (!(thrown instanceof ExpressionError)) throw thrown;
      error = thrown.message;
    }
    steps = budget.taken;
  };
  const firstMs = userMs(evaluate);
  const laterMs = median(Array.from({ length: laterRounds }, () => userMs(evaluate)));
  return { steps, firstMs, laterMs, error };
}

if (import.meta.main) console.log(JSON.stringify(measure(process.argv[2] ?? '')));
