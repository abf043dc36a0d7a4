import type { Command } from 'commander';
import { sweep } from '../domain/sweep.ts';
import { openStore } from '../store/open-store.ts';
import { answer, readSettings, withSession } from './session.ts';

/** `migrate`, `sweep`. */
export function addDatabaseCommands(program: Command): void {
  program
    .command('migrate')
    .description("bring the database's schema up to date")
    .action(async (_options: unknown, command: Command) => {
      const { config, log } = readSettings();
      const store = await openStore(config, log);
      await store.close();
      const applied = store.appliedMigrations;
      answer(command.optsWithGlobals(), { applied }, [
        applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`,
      ]);
    });

  program
    .command('sweep')
    .description('do every periodic duty once: recover abandoned work, remove what nothing needs')
    .action(async (_options: unknown, command: Command) => {
      const counts = await withSession(({ db, storage, config }) =>
        sweep({
          db,
          storage,
          batchTimeoutMs: config.batchTimeoutMs,
          callbackOffsetsMs: config.callbackOffsetsMs,
        }),
      );
      answer(command.optsWithGlobals(), counts, countLines(counts));
    });
}

/** "3  expired archives": a line for each count, in words. */
function countLines(counts: object): string[] {
  const entries = Object.entries(counts).map(
    ([name, count]) =>
      [name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), String(count)] as const,
  );
  const width = Math.max(...entries.map(([, count]) => count.length));
  return entries.map(([name, count]) => `${count.padStart(width)}  ${name}`);
}
