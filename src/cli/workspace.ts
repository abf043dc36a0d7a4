import type { Command } from 'commander';
import type { PlanName } from '../config/plans.ts';
import { readStored } from '../domain/quota/usage.ts';
import { listPausedEndpoints } from '../store/callbacks/endpoints.ts';
import { periodEnd, readUsage } from '../store/quota.ts';
import {
  createWorkspace,
  findWorkspace,
  listWorkspaces,
  renameWorkspace,
  setWorkspacePlan,
  type Workspace,
} from '../store/workspaces.ts';
import { formatTable } from './format-table.ts';
import { parseId, parseName, planOption } from './option-values.ts';
import { printResult, CommandError, withContext, type CommandContext } from './command-context.ts';

/** `workspace create`, `list`, `show`, `rename`, `set-plan`. */
export function addWorkspaceCommands(program: Command): void {
  const workspace = program.command('workspace').description('create, list, show and change workspaces');

  workspace
    .command('create')
    .description('create a workspace')
    .requiredOption('--name <name>', 'its name', parseName)
    .addOption(planOption())
    .action(async (options: { name: string; plan: PlanName }, command: Command) => {
      const { workspaceId, callbackSecret } = await withContext(({ db }) => createWorkspace(db, options));
      printResult(command.optsWithGlobals(), { workspaceId, callbackSecret }, [
        `workspace        ${workspaceId}`,
        `callback secret  ${callbackSecret}`,
      ]);
    });

  workspace
    .command('list')
    .description('list all workspaces')
    .action(async (_options: unknown, command: Command) => {
      const found = await withContext(({ db }) => listWorkspaces(db));
      const workspaces = found.map(({ workspaceId, name, plan }) => ({ workspaceId, name, plan }));
      const lines = formatTable(
        workspaces,
        [
          ['WORKSPACE', ({ workspaceId }) => workspaceId],
          ['PLAN', ({ plan }) => plan],
          ['NAME', ({ name }) => name],
        ],
        'There are no workspaces.',
      );
      printResult(command.optsWithGlobals(), { workspaces }, lines);
    });

  workspace
    .command('show')
    .description('show a workspace, its callback secret and its quota')
    .requiredOption('--workspace <id>', 'its id', parseId)
    .action(async (options: { workspace: string }, command: Command) => {
      await withContext(async (context) => {
        await show(context, await findWorkspace(context.db, options.workspace), options.workspace, command);
      });
    });

  workspace
    .command('rename')
    .description('give a workspace another name')
    .requiredOption('--workspace <id>', 'its id', parseId)
    .requiredOption('--name <name>', 'the new name', parseName)
    .action(async (options: { workspace: string; name: string }, command: Command) => {
      const renamed = await withContext(({ db }) => renameWorkspace(db, options.workspace, options.name));
      if (renamed === null) throw new CommandError(`There is no workspace ${options.workspace}.`);
      printResult(command.optsWithGlobals(), {}, [`Workspace ${options.workspace} is now ${options.name}.`]);
    });

  workspace
    .command('set-plan')
    .description('move a workspace to another plan')
    .requiredOption('--workspace <id>', 'its id', parseId)
    .addOption(planOption())
    .action(async (options: { workspace: string; plan: PlanName }, command: Command) => {
      await withContext(async (context) => {
        const changed = await setWorkspacePlan(context.db, options.workspace, options.plan);
        await show(context, changed, options.workspace, command);
      });
    });
}

async function show(
  { db, config }: CommandContext,
  workspace: Workspace | null,
  id: string,
  command: Command,
): Promise<void> {
  if (workspace === null) throw new CommandError(`There is no workspace ${id}.`);
  const now = new Date();
  const { used } = await readUsage(db, workspace.workspaceId, now);
  const limit = config.plans[workspace.plan].rendersPerMonth;
  const quota = { limit, used, resetsAt: periodEnd(now).toISOString() };
  const { workspaceId, name, plan, callbackSecret, previousSecretUntil } = workspace;
  const stored = await readStored(db, workspace, config.plans);
  const pausedEndpoints = await listPausedEndpoints(db, workspaceId);
  printResult(
    command.optsWithGlobals(),
    {
      workspaceId,
      name,
      plan,
      callbackSecret,
      quota,
      stored,
      pausedEndpoints,
      ...(previousSecretUntil === null ? {} : { previousUntil: previousSecretUntil }),
    },
    [
      `workspace        ${workspaceId}`,
      `name             ${name}`,
      `plan             ${plan}`,
      `callback secret  ${callbackSecret}`,
      ...(previousSecretUntil === null
        ? []
        : [`previous secret  also signs until ${previousSecretUntil.toISOString()}`]),
      `renders          ${used} of ${limit} used, until ${quota.resetsAt}`,
      `projects         ${stored.projects.used} of ${stored.projects.limit}`,
      `templates        ${stored.templates.used} of ${stored.templates.limit}`,
      `stored bytes     ${stored.bytes.used} of ${stored.bytes.limit}`,
      ...pausedEndpoints.map(
        ({ url, pausedAt, lastError }) =>
          `callbacks paused ${url} since ${pausedAt.toISOString()}: ${lastError}`,
      ),
    ],
  );
}
