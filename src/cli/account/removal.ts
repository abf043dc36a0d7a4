import type { Command } from 'commander';
import {
  BIN_DAYS,
  listRemovedAccounts,
  restoreAccount,
  type Belonging,
} from '../../store/removed-accounts.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import { CommandError, printResult, withContext } from '../command-context.ts';
import { formatTable } from '../format-table.ts';
import { parseId } from '../option-values.ts';
import { printable } from '../printable.ts';
import { sayRefusal } from './refusal.ts';

interface DeleteOptions {
  readonly account: string;
  readonly heir?: string;
  readonly dryRun?: boolean;
}

const kinds: Readonly<Record<Belonging['kind'], string>> = {
  project: 'project',
  template: 'template',
  urlKey: 'URL key',
  shareLink: 'share link of',
};

/** `account delete`, `bin`, `restore`, `purge`. */
export function addAccountRemovalCommands(account: Command): void {
  account
    .command('delete')
    .description('remove an account: what is shared passes to an heir, the rest waits 30 days in the bin')
    .requiredOption('--account <id>', 'its id', parseId)
    .option('--heir <id>', 'the account that gets what is shared (default: another owner)', parseId)
    .option('--dry-run', 'show what would happen, and change nothing')
    .action(async ({ account: id, heir, dryRun = false }: DeleteOptions, command: Command) => {
      const { removeAccount } = await import('../../domain/members/delete-account.ts');
      const result = await withContext(({ db, config: { callbackOffsetsMs } }) =>
        sayRefusal(() =>
          removeAccount(
            { db, callbackOffsetsMs },
            { accountId: id, heirId: heir ?? null, dryRun, actor: null },
          ),
        ),
      );
      switch (result.outcome) {
        case 'unknown':
          throw new CommandError(`There is no account ${id}.`);
        case 'unknown-heir':
          throw new CommandError(`There is no other account ${heir} in the workspace of account ${id}.`);
        case 'heir-needed':
          throw new CommandError(
            `Account ${id} has what others use, and the workspace has no other owner who could get it. ` +
              'Name the account that gets it with --heir.',
            { lines: lines(result.shared) },
          );
        case 'removed':
      }
      const { shared, private: kept, heirId, cancelledJobs } = result;
      const jobs = cancelledJobs === 1 ? 'One active job was' : `${cancelledJobs} active jobs were`;
      printResult(command.optsWithGlobals(), { shared, private: kept }, [
        ...(shared.length === 0 ? [] : [`Passes to account ${heirId}:`, ...lines(shared)]),
        ...(kept.length === 0 ? [] : [`Waits ${BIN_DAYS} days in the bin:`, ...lines(kept)]),
        ...(cancelledJobs === 0 ? [] : [`${jobs} cancelled; what was not rendered is refunded.`]),
        dryRun
          ? `Account ${id} would be removed, and its keys and sessions would end. Nothing was changed.`
          : `Account ${id} is removed; its keys and sessions have ended. "account restore" takes it back.`,
      ]);
    });

  account
    .command('bin')
    .description('list the removed accounts of a workspace, with what waits with them')
    .requiredOption('--workspace <id>', 'the workspace', parseId)
    .action(async ({ workspace }: { workspace: string }, command: Command) => {
      const accounts = await withContext(async ({ db }) => {
        if ((await findWorkspace(db, workspace)) === null)
          throw new CommandError(`There is no workspace ${workspace}.`);
        return await listRemovedAccounts(db, workspace);
      });
      printResult(
        command.optsWithGlobals(),
        { accounts },
        formatTable(
          accounts,
          [
            ['ACCOUNT', ({ accountId }) => accountId],
            ['DELETED', ({ deletedAt }) => deletedAt.toISOString()],
            ['PROJECTS', ({ projects }) => String(projects)],
            ['TEMPLATES', ({ templates }) => String(templates)],
            ['NAME', ({ name }) => printable(name)],
          ],
          'The bin is empty.',
        ),
      );
    });

  account
    .command('restore')
    .description('take an account out of the bin, as a member without an address; "account link" signs it in')
    .requiredOption('--account <id>', 'its id', parseId)
    .action(async ({ account: id }: { account: string }, command: Command) => {
      if (!(await withContext(({ db }) => restoreAccount(db, id)))) throw notInBin(id);
      printResult(command.optsWithGlobals(), {}, [`Account ${id} is a member again.`]);
    });

  account
    .command('purge')
    .description('delete an account in the bin for good, with all that waits with it')
    .requiredOption('--account <id>', 'its id', parseId)
    .action(async ({ account: id }: { account: string }, command: Command) => {
      const { emptyFromBin } = await import('../../domain/members/delete-account.ts');
      if (!(await withContext((context) => emptyFromBin(context, id)))) throw notInBin(id);
      printResult(command.optsWithGlobals(), {}, [`Account ${id} is deleted.`]);
    });
}

function lines(belongings: readonly Belonging[]): string[] {
  return belongings.map(({ kind, id, name }) => `  ${id}  ${kinds[kind]} ${printable(name)}`);
}

function notInBin(id: string): CommandError {
  return new CommandError(`There is no account ${id} in the bin.`);
}
