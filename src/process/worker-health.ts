import { answerHealth, answerReadiness, limitChecks, type Readiness } from '../http/health.ts';
import type { TaskWorker } from '../jobs/task-worker.ts';
import type { HealthPages } from '../telemetry/export/metrics-server.ts';

/** The state of a worker process, which it changes as it goes. */
export interface WorkerState {
  isStuck: TaskWorker['isStuck'];
  isDraining: boolean;
}

/**
 * A worker's health checks, on its metrics port. `/healthz`: 200 while its queues move; a restart would help
 * otherwise. `/readyz`: 200 while database, storage, renderers and migrations can be used; a restart would
 * not help otherwise.
 */
export function workerHealthPages(state: WorkerState, checks: Readiness): HealthPages {
  const readiness = limitChecks(checks);
  return {
    '/healthz': () => {
      if (!state.isStuck()) return Promise.resolve(answerHealth());
      return Promise.resolve({ status: 503, body: { status: 'stuck' } });
    },
    '/readyz': () => answerReadiness(readiness, state.isDraining, () => undefined),
  };
}
