import type { Command } from 'commander';
import {
  createAccount,
  findAccount,
  findWorkspace,
  listAccounts,
  renameAccount,
} from '../store/workspaces.ts';
import { formatTable } from './format-table.ts';
import { parseId, parseName } from './option-values.ts';
import { printResult, CommandError, withContext } from './command-context.ts';

/** `account create`, `list`, `show`, `rename`, `delete`. */
export function addAccountCommands(program: Command): void {
  const account = program
    .command('account')
    .description('create, list, rename and delete accounts, the members of a workspace');

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

  account
    .command('list')
    .description('list the accounts of a workspace')
    .requiredOption('--workspace <id>', 'the workspace', parseId)
    .action(async (options: { workspace: string }, command: Command) => {
      const accounts = await withContext(async ({ db }) => {
        if ((await findWorkspace(db, options.workspace)) === null)
          throw new CommandError(`There is no workspace ${options.workspace}.`);
        return await listAccounts(db, options.workspace);
      });
      printResult(
        command.optsWithGlobals(),
        { accounts },
        formatTable(
          accounts,
          [
            ['ACCOUNT', ({ accountId }) => accountId],
            ['NAME', ({ name }) => name],
          ],
          'The workspace has no accounts.',
        ),
      );
    });

  account
    .command('show')
    .description('show an account and its workspace')
    .requiredOption('--account <id>', 'its id', parseId)
    .action(async (options: { account: string }, command: Command) => {
      const found = await withContext(({ db }) => findAccount(db, options.account));
      if (found === null) throw unknownAccount(options.account);
      const { accountId, workspaceId, name } = found;
      printResult(command.optsWithGlobals(), { accountId, name, workspaceId }, [
        `account    ${accountId}`,
        `name       ${name}`,
        `workspace  ${workspaceId}`,
      ]);
    });

  account
    .command('rename')
    .description('give an account another name')
    .requiredOption('--account <id>', 'its id', parseId)
    .requiredOption('--name <name>', 'the new name', parseName)
    .action(async (options: { account: string; name: string }, command: Command) => {
      const isRenamed = await withContext(({ db }) => renameAccount(db, options.account, options.name));
      if (!isRenamed) throw unknownAccount(options.account);
      printResult(command.optsWithGlobals(), {}, [`Account ${options.account} is now ${options.name}.`]);
    });

  account
    .command('delete')
    .description('delete an account with its keys, projects, templates, jobs and share links')
    .requiredOption('--account <id>', 'its id', parseId)
    .action(async (options: { account: string }, command: Command) => {
      const { deleteAccount } = await import('../domain/accounts/delete-account.ts');
      const result = await withContext(({ db, storage, log, config }) =>
        deleteAccount({ db, storage, log, callbackOffsetsMs: config.callbackOffsetsMs }, options.account),
      );
      if (result.outcome === 'unknown') throw unknownAccount(options.account);
      if (result.outcome === 'holds-others-templates') {
        const names = result.projects.map(({ id, name }) => `${id} (${name})`).join(', ');
        throw new CommandError(
          `Account ${options.account} has projects with templates of other accounts: ${names}. Import ` +
            'those templates into another project ("template import … --id"), or delete the projects first.',
        );
      }
      const { cancelledJobs, counts, jobIds, fileKeys } = result;
      const belongings = [
        countOf(counts.keys, 'key'),
        countOf(counts.projects, 'project'),
        countOf(counts.templates, 'template'),
        countOf(jobIds.length, 'job'),
        countOf(fileKeys.length, 'share link'),
      ].filter((text) => text !== null);
      const what = belongings.length === 0 ? 'which had nothing' : `with ${belongings.join(', ')}`;
      const jobs = cancelledJobs === 1 ? 'One active job was' : `${cancelledJobs} active jobs were`;
      printResult(command.optsWithGlobals(), {}, [
        `Account ${options.account}, ${what}, is deleted.`,
        ...(cancelledJobs === 0 ? [] : [`${jobs} cancelled; what was not rendered is refunded.`]),
      ]);
    });
}

function countOf(count: number, what: string): string | null {
  if (count === 0) return null;
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function unknownAccount(id: string): CommandError {
  return new CommandError(`There is no account ${id}.`);
}
