import { createContext, Script } from 'node:vm';

import { ChartError } from './chart-error.ts';

const script = new Script('run()');

/**
 * Runs a function of the caller, and stops it when it takes too long: V8 interrupts loops and regular
 * expressions wherever they are.
 *
 * @throws ChartError
 */
export function withinTime<T>(timeoutMs: number, run: () => T): T {
  const box: { result?: T } = {};
  const context = createContext({
    run: () => {
      box.result = run();
    },
  });
  try {
    script.runInContext(context, { timeout: Math.max(1, Math.ceil(timeoutMs)) });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new ChartError(
      'takes too long to be laid out: use fewer data, transforms or marks, or simpler expressions.',
    );
  }
  return box.result as T;
}
