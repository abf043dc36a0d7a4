import type { Command } from 'commander';
import { createKey, deleteKey, listKeys, MAX_KEYS } from '../store/keys.ts';
import { findWorkspace } from '../store/workspaces.ts';
import { parseId, parseName } from './option-values.ts';
import { printResult, CommandError, withContext } from './command-context.ts';

/** `key create`, `list`, `delete`. */
export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('create, list and delete API keys');

  key
    .command('create')
    .description('create an API key for an account; it is shown only once')
    .requiredOption('--account <id>', 'the account', parseId)
    .requiredOption('--name <name>', 'its name', parseName)
    .action(async (options: { account: string; name: string }, command: Command) => {
      const created = await withContext(({ db }) =>
        createKey(db, { accountId: options.account, name: options.name }),
      );
      if (created === 'unknown-account') throw new CommandError(`There is no account ${options.account}.`);
      if (created === 'full') {
        throw new CommandError(`The workspace has ${MAX_KEYS} API keys, the maximum; delete one first.`);
      }
      const { keyId, apiKey } = created;
      printResult(command.optsWithGlobals(), { keyId, apiKey }, [`key      ${keyId}`, `API key  ${apiKey}`]);
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
      const lines = keys.map(({ keyId, prefix, name, lastUsedAt }) => {
        const use = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.toISOString()}`;
        return `${keyId}  ${prefix}…  ${name}  (${use})`;
      });
      printResult(
        command.optsWithGlobals(),
        { keys },
        lines.length > 0 ? lines : ['The workspace has no API keys.'],
      );
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
