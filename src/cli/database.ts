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
      const lines = Object.entries(counts).map(([name, count]) => `${name}  ${count}`);
      answer(command.optsWithGlobals(), counts, lines);
    });
}
