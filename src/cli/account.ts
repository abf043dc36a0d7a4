import type { Command } from 'commander';
import { createAccount } from '../store/workspaces.ts';
import { parseId, parseName } from './option-values.ts';
import { printResult, CommandError, withContext } from './command-context.ts';

/** `account create`. */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('create accounts, the members of a workspace');

  account
    .command('create')
    .description('add an account to a workspace')
    .requiredOption('--workspace <id>', 'the workspace', parseId)
    .requiredOption('--name <name>', 'its name', parseName)
    .action(async (options: { workspace: string; name: string }, command: Command) => {
      const accountId = await withContext(({ db }) =>
        createAccount(db, { workspaceId: options.workspace, name: options.name }),
      );
      if (accountId === null) throw new CommandError(`There is no workspace ${options.workspace}.`);
      printResult(command.optsWithGlobals(), { accountId }, [`account  ${accountId}`]);
    });
}
