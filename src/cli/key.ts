import type { Command } from 'commander';
import { createKey, deleteKey, listKeys } from '../store/keys.ts';
import { findAccount, findWorkspace } from '../store/workspaces.ts';
import { formatTable } from './format-table.ts';
import { parseDuration, parseId, parseName } from './option-values.ts';
import { printResult, CommandError, withContext, type CommandContext } from './command-context.ts';

interface CreateOptions {
  readonly account: string;
  readonly name: string;
  readonly expires?: number;
  readonly author?: true;
}

/** `key create`, `list`, `delete`. */
export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('create, list and delete API keys');

  key
    .command('create')
    .description('create an API key for an account; it is shown only once')
    .requiredOption('--account <id>', 'the account', parseId)
    .requiredOption('--name <name>', 'its name', parseName)
    .option(
      '--expires <duration>',
      'how long it works, such as 90d (default: until it is deleted)',
      parseDuration({ minMs: 1 }),
    )
    .option('--author', 'it may also import templates over HTTP, and make them as an agent')
    .action(async ({ account, name, expires, author }: CreateOptions, command: Command) => {
      const { keyId, apiKey, expiresAt } = await withContext(async (context) => {
        const { db, config } = context;
        const newKey = { accountId: account, name, lifetimeMs: expires ?? null, mayAuthor: author === true };
        const created = await createKey(db, newKey, config.plans);
        if (created === 'unknown-account') throw new CommandError(`There is no account ${account}.`);
        if (created === 'full') throw await describeFullWorkspace(context, account);
        return created;
      });
      printResult(command.optsWithGlobals(), { keyId, apiKey, expiresAt }, [
        `key      ${keyId}`,
        `API key  ${apiKey}`,
        ...(expiresAt === null ? [] : [`expires  ${expiresAt.toISOString()}`]),
      ]);
    });

  key
    .command('list')
    .description('list the API keys of a workspace')
    .requiredOption('--workspace <id>', 'the workspace', parseId)
    .action(async (options: { workspace: string }, command: Command) => {
      const keys = await withContext(async ({ db }) => {
        const workspace = await findWorkspace(db, options.workspace);
        if (workspace === null) throw new CommandError(`There is no workspace ${options.workspace}.`);
        return await listKeys(db, options.workspace);
      });
      const lines = formatTable(
        keys,
        [
          ['KEY', ({ keyId }) => keyId],
          ['PREFIX', ({ prefix }) => prefix],
          ['ACCOUNT', ({ accountId }) => accountId],
          ['AUTHOR', ({ mayAuthor }) => (mayAuthor === true ? 'yes' : 'no')],
          ['EXPIRES', ({ expiresAt }) => formatExpiry(expiresAt)],
          ['LAST USED', ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? 'never'],
          ['NAME', ({ name }) => name],
        ],
        'The workspace has no API keys.',
      );
      printResult(command.optsWithGlobals(), { keys }, lines);
    });

  key
    .command('delete')
    .description('delete an API key at once')
    .requiredOption('--key <id>', 'the id of the key', parseId)
    .action(async (options: { key: string }, command: Command) => {
      if (!(await withContext(({ db }) => deleteKey(db, options.key)))) {
        throw new CommandError(`There is no API key ${options.key}.`);
      }
      printResult(command.optsWithGlobals(), {}, [`API key ${options.key} is deleted.`]);
    });
}

async function describeFullWorkspace(
  { db, config }: CommandContext,
  accountId: string,
): Promise<CommandError> {
  const account = await findAccount(db, accountId);
  const workspace = account === null ? null : await findWorkspace(db, account.workspaceId);
  if (workspace === null) return new CommandError(`There is no account ${accountId}.`);
  const { keysPerWorkspace } = config.plans[workspace.plan];
  return new CommandError(
    `The workspace has ${keysPerWorkspace} API keys, the maximum of the plan "${workspace.plan}"; ` +
      'delete one first.',
  );
}

function formatExpiry(expiresAt: Date | null): string {
  if (expiresAt === null) return 'never';
  const isExpired = expiresAt.getTime() <= Date.now();
  return `${expiresAt.toISOString()}${isExpired ? ' (expired)' : ''}`;
}
