import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { problems } from '../domain/problems/catalogue.ts';
import type { Service } from '../process/service.ts';
import type { ApiCaller } from '../store/callers.ts';
import type { Database } from '../store/database.ts';
import { findAccount, findWorkspace } from '../store/workspaces.ts';
import type { Logger } from '../telemetry/log.ts';
import { checkNewDatabase, CommandError, readSettings } from './command-context.ts';
import { parseId } from './option-values.ts';
import { runService } from './run-service.ts';

/** `mcp`. Standard output is the protocol's: nothing else may be written to it. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve an agent (Model Context Protocol) on standard input and output, for an account')
    .requiredOption('--account <id>', 'the account that it works for', parseId)
    .action(async ({ account }: { readonly account: string }, command: Command) => {
      const { config, log } = readSettings();
      await checkNewDatabase(config, command.optsWithGlobals<{ yes?: boolean }>().yes === true);
      const { serveOverStdio } = await import('../mcp/serve-stdio.ts');
      const ended = new AbortController();
      let served: Promise<void> = Promise.resolve();
      const start = (): Promise<Service> => {
        const service = startParts(config, log);
        const parts = service.then(({ mcp }) => mcp);
        // A start that fails is reported once, by `runService`; no call may be waiting for the parts.
        parts.catch(() => undefined);
        // At once: clients do not wait long for the first answer. Calls of tools wait until all is there.
        served = serveOverStdio(
          parts,
          {
            mayAuthor: true,
            // Each time: its plan may change, and it may be deleted.
            findCaller: async () => {
              const caller = await findCaller((await service).db, account);
              if (caller === null) throw problems.accountUnknown(account);
              return caller;
            },
            log,
            onCall: () => undefined,
          },
          { input: process.stdin, output: process.stdout, signal: ended.signal },
        );
        return service;
      };
      const check = async ({ db }: Service) => {
        if ((await findCaller(db, account)) === null)
          throw new CommandError(`There is no account ${account}.`);
      };
      try {
        await runService(log, start, check, async (_service, stop) => {
          stop.addEventListener('abort', () => ended.abort());
          await served;
        });
      } finally {
        // Also when a signal or an error ends the start: an open input would keep the process.
        ended.abort();
      }
    });
}

/** One agent waits for one render at a time. Metrics are those of the service beside it. */
async function startParts(config: Config, log: Logger): Promise<Service> {
  const { createService } = await import('../process/service.ts');
  return await createService({ ...config, renderThreads: 1, metrics: null, drainDelayMs: 0 }, log);
}

/** The account as a caller. It may author: starting a program beside the database needs more rights. */
async function findCaller(db: Database, accountId: string): Promise<ApiCaller | null> {
  const account = await findAccount(db, accountId);
  const workspace = account === null ? null : await findWorkspace(db, account.workspaceId);
  if (workspace === null) return null;
  const { workspaceId, plan } = workspace;
  return { accountId, workspaceId, plan, keyId: null, mayAuthor: true };
}
