/**
 * One process of an installation, `serve` or `worker`, with stand-ins for its renderers. Everything else is
 * the program's own. Sends a `Ready` once it works, and ends with the process that started it.
 */
import { randomUUID } from 'node:crypto';
import { readConfig } from '../../../src/config/config.ts';
import { createService } from '../../../src/process/service.ts';
import type { StartedProcesses } from '../../../src/process/started-processes.ts';
import { startWorker } from '../../../src/process/worker.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { createStandInRenderers } from './stand-in-renderers.ts';

/** The first argument of the process. */
export type Role = 'serve' | 'worker';

export interface Ready {
  /** Where it takes requests; null for a worker. */
  readonly origin: string | null;
}

/** As many as on a server with two cores. */
const renderers = 2;

const config = readConfig(process.env);
const log = createLog(config);
const processes: StartedProcesses = {
  instanceId: randomUUID(),
  counts: { processes: renderers, batchProcesses: renderers },
  renderers: Promise.resolve(createStandInRenderers(renderers)),
  database: Promise.resolve(null),
  spawned: Promise.resolve(),
};

process.on('disconnect', () => process.exit(0));
process.send?.(await start(process.argv[2] as Role));

async function start(role: Role): Promise<Ready> {
  if (role === 'worker') {
    await startWorker(config, log, renderers, processes);
    return { origin: null };
  }
  const service = await createService(config, log, { processes });
  return { origin: await service.listen() };
}
