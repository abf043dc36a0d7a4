import type { Command } from 'commander';
import { addAccountCommands } from './account/account.ts';
import { acceptNewDatabase } from './command-context.ts';
import { addBackupCommands } from './backup.ts';
import { addBatchCommands } from './batch/commands.ts';
import { addCallbackCommands } from './callback/commands.ts';
import { addCallbackSecretCommands } from './callback/secret.ts';
import { addMaintenanceCommands } from './maintenance.ts';
import { addKeyCommands } from './key.ts';
import { addMcpCommand } from './mcp.ts';
import { addProjectCommands } from './project.ts';
import { addStorageCommands } from './storage.ts';
import { addTemplateCommands } from './template/commands.ts';
import { addConvertCommand } from './template/convert.ts';
import { addRenderCommand } from './template/render.ts';
import { addUrlKeyCommands } from './url-key.ts';
import { addWorkspaceCommands } from './workspace.ts';

/** Adds all commands but `serve` and `worker`. */
export function addOneShotCommands(program: Command): void {
  program.hook('preAction', (_program, command) => {
    if (command.optsWithGlobals<{ yes?: boolean }>().yes === true) acceptNewDatabase();
  });
  addMaintenanceCommands(program);
  addBackupCommands(program);
  addStorageCommands(program);
  addWorkspaceCommands(program);
  addAccountCommands(program);
  addKeyCommands(program);
  addUrlKeyCommands(program);
  addProjectCommands(program);
  const template = program
    .command('template')
    .description('import, check, render, list, export and delete templates');
  addTemplateCommands(template);
  addConvertCommand(template);
  addRenderCommand(template);
  addBatchCommands(program);
  addCallbackCommands(program);
  addCallbackSecretCommands(program);
  addMcpCommand(program);
}
