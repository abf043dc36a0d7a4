import type { Command } from 'commander';
import { periodEnd } from '../store/quota-period.ts';
import type { PlanName } from '../domain/plans.ts';
import { readUsage } from '../store/quota.ts';
import { createWorkspace, findWorkspace, setWorkspacePlan, type Workspace } from '../store/workspaces.ts';
import { parseId, parseName, planOption } from './arguments.ts';
import { answer, CommandError, withSession, type Session } from './session.ts';

/** `workspace create`, `show`, `set-plan`. */
export function addWorkspaceCommands(program: Command): void {
  const workspace = program.command('workspace').description('make, show and change workspaces');

  workspace
    .command('create')
    .description('make a workspace')
    .requiredOption('--name <name>', 'its name', parseName)
    .addOption(planOption())
    .action(async (options: { name: string; plan: PlanName }, command: Command) => {
      const { workspaceId, callbackSecret } = await withSession(({ db }) => createWorkspace(db, options));
      answer(command.optsWithGlobals(), { workspaceId, callbackSecret }, [
        `workspace        ${workspaceId}`,
        `callback secret  ${callbackSecret}`,
      ]);
    });

  workspace
    .command('show')
    .description('show a workspace, its callback secret and its quota')
    .requiredOption('--workspace <id>', 'its id', parseId)
    .action(async (options: { workspace: string }, command: Command) => {
      await withSession(async (session) => {
        await show(session, await findWorkspace(session.db, options.workspace), options.workspace, command);
      });
    });

  workspace
    .command('set-plan')
    .description('move a workspace to another plan')
    .requiredOption('--workspace <id>', 'its id', parseId)
    .addOption(planOption())
    .action(async (options: { workspace: string; plan: PlanName }, command: Command) => {
      await withSession(async (session) => {
        const changed = await setWorkspacePlan(session.db, options.workspace, options.plan);
        await show(session, changed, options.workspace, command);
      });
    });
}

async function show(
  { db, config }: Session,
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
  answer(command.optsWithGlobals(), { workspaceId, name, plan, callbackSecret, quota }, [
    `workspace        ${workspaceId}`,
    `name             ${name}`,
    `plan             ${plan}`,
    `callback secret  ${callbackSecret}`,
    `renders          ${used} of ${limit} used, until ${quota.resetsAt}`,
  ]);
}
