import type { Command } from 'commander';
import { sweep } from '../domain/maintenance.ts';
import { openStore } from '../store/open-store.ts';
import { printResult, readSettings, withContext } from './command-context.ts';

/** `migrate`, `sweep`. */
export function addMaintenanceCommands(program: Command): void {
  program
    .command('migrate')
    .description("bring the database's schema up to date")
    .action(async (_options: unknown, command: Command) => {
      const { config, log } = readSettings();
      const store = await openStore(config, log);
      await store.close();
      const applied = store.appliedMigrations;
      printResult(command.optsWithGlobals(), { applied }, [
        applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`,
      ]);
    });

  program
    .command('sweep')
    .description('run all maintenance once: recover abandoned work, remove unused data')
    .option('--force', 'delete files that have no record in the database, however many they are')
    .action(async ({ force = false }: { force?: boolean }, command: Command) => {
      const counts = await withContext(({ db, storage, config, log }) =>
        sweep({
          db,
          storage,
          log,
          force,
          batchTimeoutMs: config.batchTimeoutMs,
          callbackOffsetsMs: config.callbackOffsetsMs,
          plans: config.plans,
          urlCacheTtlMs: config.urlCacheTtlMs,
          urlCacheBytes: config.urlCacheBytes,
        }),
      );
      printResult(command.optsWithGlobals(), counts, countLines(counts));
    });
}

/** One line for each count, such as "3  expired archives". */
function countLines(counts: object): string[] {
  const entries = Object.entries(counts).map(
    ([name, count]) =>
      [name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), String(count)] as const,
  );
  const width = Math.max(...entries.map(([, count]) => count.length));
  return entries.map(([name, count]) => `${count.padStart(width)}  ${name}`);
}
