import type { Command } from 'commander';
import { adoptStorage } from '../domain/files/installation.ts';
import { printResult, withContext } from './command-context.ts';

/** `storage adopt`. */
export function addStorageCommands(program: Command): void {
  program
    .command('storage')
    .description('the files of templates, share links and batch jobs')
    .command('adopt')
    .description('use the storage with this database, although it belongs to another one or lacks its files')
    .action(async (_options: unknown, command: Command) => {
      const adoption = await withContext(adoptStorage);
      const { installationId, previousIds } = adoption;
      const before = previousIds.length === 0 ? 'no other one' : previousIds.join(', ');
      printResult(command.optsWithGlobals(), adoption, [`now     ${installationId}`, `before  ${before}`]);
    });
}
