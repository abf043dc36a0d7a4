import type { Command } from 'commander';
import { acceptNewDatabase } from './command-context.ts';

/** Commands that are loaded together. */
interface CommandGroup {
  /** The first words of their command lines. */
  readonly names: readonly string[];
  readonly add: (program: Command) => Promise<void>;
}

/** All commands but `serve` and `worker`, in the order of the help. */
const groups: readonly CommandGroup[] = [
  {
    names: ['migrate', 'sweep'],
    add: async (program) => (await import('./maintenance.ts')).addMaintenanceCommands(program),
  },
  {
    names: ['backup', 'restore'],
    add: async (program) => (await import('./backup.ts')).addBackupCommands(program),
  },
  {
    names: ['storage'],
    add: async (program) => (await import('./storage.ts')).addStorageCommands(program),
  },
  {
    names: ['workspace'],
    add: async (program) => (await import('./workspace.ts')).addWorkspaceCommands(program),
  },
  {
    names: ['account'],
    add: async (program) => (await import('./account/account.ts')).addAccountCommands(program),
  },
  {
    names: ['key'],
    add: async (program) => (await import('./key.ts')).addKeyCommands(program),
  },
  {
    names: ['url-key'],
    add: async (program) => (await import('./url-key.ts')).addUrlKeyCommands(program),
  },
  {
    names: ['project'],
    add: async (program) => (await import('./project.ts')).addProjectCommands(program),
  },
  {
    names: ['template'],
    add: async (program) => {
      const template = program
        .command('template')
        .description('import, check, render, list, export and delete templates');
      (await import('./template/commands.ts')).addTemplateCommands(template);
      (await import('./template/convert.ts')).addConvertCommand(template);
      (await import('./template/render.ts')).addRenderCommand(template);
      (await import('./template/propose-size.ts')).addProposeSizeCommand(template);
    },
  },
  {
    names: ['batch'],
    add: async (program) => (await import('./batch/commands.ts')).addBatchCommands(program),
  },
  {
    names: ['render'],
    add: async (program) => (await import('./batch/renders.ts')).addRenderCommands(program),
  },
  {
    names: ['callback'],
    add: async (program) => (await import('./callback/commands.ts')).addCallbackCommands(program),
  },
  {
    names: ['callback-secret'],
    add: async (program) => (await import('./callback/secret.ts')).addCallbackSecretCommands(program),
  },
  {
    names: ['webhook'],
    add: async (program) => (await import('./webhook.ts')).addWebhookCommands(program),
  },
  {
    names: ['mcp'],
    add: async (program) => (await import('./mcp.ts')).addMcpCommand(program),
  },
];

/**
 * Adds the group that has the command `name`, or all groups if none has it. Loading all of them takes
 * several times as long as most commands.
 */
export async function addOneShotCommands(program: Command, name: string | undefined): Promise<void> {
  program.hook('preAction', (_program, command) => {
    if (command.optsWithGlobals<{ yes?: boolean }>().yes === true) acceptNewDatabase();
  });
  const group = groups.find(({ names }) => names.some((each) => each === name));
  for (const { add } of group === undefined ? groups : [group]) await add(program);
}
