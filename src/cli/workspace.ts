import type { Command } from 'commander';
import type { PlanName } from '../config/plans.ts';
import { listPausedEndpoints } from '../store/callbacks/endpoints.ts';
import { periodEnd, readUsage } from '../store/quota.ts';
import { createWorkspace, findWorkspace, setWorkspacePlan, type Workspace } from '../store/workspaces.ts';
import { parseId, parseName, planOption } from './option-values.ts';
import { printResult, CommandError, withContext, type CommandContext } from './command-context.ts';

/** `workspace create`, `show`, `set-plan`. */
export function addWorkspaceCommands(program: Command): void {
  const workspace = program.command('workspace').description('create, show and change workspaces');

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
    .command('show')
    .description('show a workspace, its callback secret and its quota')
    .requiredOption('--workspace <id>', 'its id', parseId)
    .action(async (options: { workspace: string }, command: Command) => {
      await withContext(async (context) => {
        await show(context, await findWorkspace(context.db, options.workspace), options.workspace, command);
      });
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
  const { workspaceId, name, plan, callbackSecret } = workspace;
  const pausedEndpoints = await listPausedEndpoints(db, workspaceId);
  printResult(
    command.optsWithGlobals(),
    { workspaceId, name, plan, callbackSecret, quota, pausedEndpoints },
    [
      `workspace        ${workspaceId}`,
      `name             ${name}`,
      `plan             ${plan}`,
      `callback secret  ${callbackSecret}`,
      `renders          ${used} of ${limit} used, until ${quota.resetsAt}`,
      ...pausedEndpoints.map(
        ({ url, pausedAt, lastError }) =>
          `callbacks paused ${url} since ${pausedAt.toISOString()}: ${lastError}`,
      ),
    ],
  );
}
