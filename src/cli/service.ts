import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { readConfig, type Config } from '../config/config.ts';
import { takeEnvironment } from '../config/secrets.ts';
import type { Logger } from '../telemetry/log.ts';
import { withDiskExplained } from './full-disk.ts';
import { runService } from './run-service.ts';

/** `serve`, `worker`. */
export function addServiceCommands(program: Command): void {
  program
    .command('serve')
    .description('serve requests and work on batch jobs until stopped')
    .option('--no-worker', 'leave batch jobs to other processes')
    .option('--demo', 'create a workspace with sample templates on the first start, and show how to use it')
    .action(async (options: { worker: boolean; demo?: boolean }) => {
      const { config, log } = await prepare();
      const { checkAddress } = await import('../http/listen-address.ts');
      await checkAddress(config);
      let folders = { close: () => Promise.resolve() };
      const start = async () => {
        const { startServiceProcesses } = await import('../process/started-processes.ts');
        const processes = startServiceProcesses(config, log);
        await processes.spawned;
        // Loaded late: it blocks this process, which would delay the start of the others.
        const { createService } = await import('../process/service.ts');
        const { loadFirstUses } = await import('../process/first-uses.ts');
        const creating = createService(config, log, { worksOnBatches: options.worker, processes });
        const [service] = await Promise.all([creating, loadFirstUses()]);
        // Before requests arrive: after an upgrade it takes a second.
        flushCompileCache();
        const drain = async (): Promise<void> => {
          await Promise.all([service.drain(), folders.close()]);
        };
        return { ...service, drain };
      };
      const onStarted = async (app: Awaited<ReturnType<typeof start>>): Promise<void> => {
        // First, so that a port that was taken since the check is reported before the demo is created.
        const url = await app.listen();
        if (config.templatesDir !== null) {
          const { startFolderImports } = await import('./template/folder-imports.ts');
          folders = await startFolderImports(app, config, config.templatesDir, log);
        }
        const { prepareDemo } = await import('./demo/prepare-demo.ts');
        const { describeDemo, describeSignIn, fillDocs } = await import('./demo/describe-demo.ts');
        const demo = options.demo === true ? await prepareDemo(app, config, log) : null;
        const publicUrl = config.publicUrl ?? url;
        if (demo !== null) await fillDocs(app, demo, publicUrl);
        if (demo !== null) process.stdout.write(await describeSignIn(app, demo, publicUrl));
        process.stdout.write(`platen is listening on ${url}\n`);
        process.stdout.write(
          demo === null
            ? `the API is described at ${publicUrl}/docs\n`
            : await describeDemo(app, demo, {
                url: publicUrl,
                dataDir: config.isDataDirGiven ? config.dataDir : null,
              }),
        );
      };
      await withDiskExplained(config, () => runService(log, start, onStarted));
    });

  program
    .command('worker')
    .description('work on batch jobs until stopped')
    .option('--concurrency <rows>', 'rows at a time (default: as many as RENDER_THREADS)', parseConcurrency)
    .action(async (options: { concurrency?: number }, command: Command) => {
      const isAccepted = command.optsWithGlobals<{ yes?: boolean }>().yes === true;
      const { checkNewDatabase } = await import('./command-context.ts');
      const { config, log } = await prepare((read) => checkNewDatabase(read, isAccepted));
      const concurrency = options.concurrency ?? config.renderThreads;
      const start = async () => {
        const { startWorkerProcesses } = await import('../process/started-processes.ts');
        const processes = startWorkerProcesses(config, log, concurrency);
        await processes.spawned;
        const { startWorker } = await import('../process/worker.ts');
        return await startWorker(config, log, concurrency, processes);
      };
      const onStarted = (): Promise<void> => {
        const rows = concurrency === 1 ? 'one row' : `${concurrency} rows`;
        process.stdout.write(`platen worker is at work, ${rows} at a time\n`);
        flushCompileCache();
        return Promise.resolve();
      };
      await withDiskExplained(config, () => runService(log, start, onStarted));
    });
}

/** Reads the configuration, and reports its errors before anything is written or started. */
async function prepare(
  check?: (config: Config) => Promise<void>,
): Promise<{ readonly config: Config; readonly log: Logger }> {
  const config = readConfig(takeEnvironment(process.env));
  await check?.(config);
  cacheCompiledCode(config);
  const { createLog } = await import('../telemetry/log.ts');
  return { config, log: createLog(config) };
}

/** Keeps V8's compiled code in the data folder: the next start does half of the work. */
function cacheCompiledCode({ dataDir }: Config): void {
  // Has no effect if the folder cannot be written.
  enableCompileCache(path.join(dataDir, 'compiled'));
}

function parseConcurrency(text: string): number {
  const rows = Number(text);
  if (!/^\d+$/.test(text) || rows < 1 || rows > 256) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 256.');
  }
  return rows;
}
