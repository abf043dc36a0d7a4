/**
 * The commands that do something and end.
 */
import type { Command } from 'commander';
import { addAccountCommands } from './account.ts';
import { addBatchCommands } from './batch.ts';
import { addCallbackCommands } from './callback.ts';
import { addDatabaseCommands } from './database.ts';
import { addKeyCommands } from './key.ts';
import { addProjectCommands } from './project.ts';
import { addTemplateCommands } from './template.ts';
import { addRenderCommand } from './template-render.ts';
import { addWorkspaceCommands } from './workspace.ts';

/** All commands but those of `serve.ts`. */
export function addCommands(program: Command): void {
  addDatabaseCommands(program);
  addWorkspaceCommands(program);
  addAccountCommands(program);
  addKeyCommands(program);
  addProjectCommands(program);
  const template = program.command('template').description('import, check, render and delete templates');
  addTemplateCommands(template);
  addRenderCommand(template);
  addBatchCommands(program);
  addCallbackCommands(program);
}
