import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { runUntilStopped } from './until-stopped.ts';

/** `serve`, `worker`. */
export function addServiceCommands(program: Command): void {
  program
    .command('serve')
    .description('take requests until told to stop, and work on batch jobs')
    .option('--no-worker', 'leave batch jobs to other processes')
    .option('--demo', 'make a workspace with sample templates on the first start, and show how to use it')
    .action(async (options: { worker: boolean; demo?: boolean }) => {
      const { config, log } = await prepare();
      const start = async () => {
        const { launchService } = await import('../launch.ts');
        const launched = launchService(config, log);
        await launched.underWay;
        // Only now, because it keeps this process busy for as long as those need to start.
        const { createApp } = await import('../app.ts');
        return await createApp(config, log, { worksOnBatches: options.worker, launched });
      };
      await runUntilStopped(log, start, async (app) => {
        // First, so that a port that is taken is told before the work of making the demo.
        const url = await app.listen();
        const { describeDemo, prepareDemo } = await import('./demo.ts');
        const demo = options.demo === true ? await prepareDemo(app, config, log) : null;
        process.stdout.write(`platen is listening on ${url}\n`);
        flushCompileCache();
        const publicUrl = config.publicUrl ?? url;
        process.stdout.write(
          demo === null
            ? `the API is described at ${publicUrl}/docs\n`
            : await describeDemo(app, demo, publicUrl),
        );
      });
    });

  program
    .command('worker')
    .description('work on batch jobs until told to stop')
    .option('--concurrency <rows>', 'rows at a time (default: as many as RENDER_THREADS)', parseConcurrency)
    .action(async (options: { concurrency?: number }) => {
      const { config, log } = await prepare();
      const concurrency = options.concurrency ?? config.renderThreads;
      const start = async () => {
        const { launchWorker } = await import('../launch.ts');
        const launched = launchWorker(config, log, concurrency);
        await launched.underWay;
        const { startWorker } = await import('../worker.ts');
        return await startWorker(config, log, concurrency, launched);
      };
      await runUntilStopped(log, start, () => {
        const rows = concurrency === 1 ? 'one row' : `${concurrency} rows`;
        process.stdout.write(`platen worker is at work, ${rows} at a time\n`);
        flushCompileCache();
        return Promise.resolve();
      });
    });
}

/** Configuration and log. What is wrong with the first is told here, before anything is written or started. */
async function prepare(): Promise<{ readonly config: Config; readonly log: Logger }> {
  const config = readConfig(process.env);
  keepCompiledCode(config);
  const { createLog } = await import('../log.ts');
  return { config, log: createLog(config) };
}

/** The compiled form of our code stays in the data folder, so that the next start has half of its work done. */
function keepCompiledCode({ dataDir }: Config): void {
  // Where that cannot be written, everything is compiled anew, as ever.
  enableCompileCache(path.join(dataDir, 'compiled'));
}

function parseConcurrency(text: string): number {
  const rows = Number(text);
  if (!/^\d+$/.test(text) || rows < 1 || rows > 256) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 256.');
  }
  return rows;
}
