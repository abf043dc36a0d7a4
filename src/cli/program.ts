/**
 * The command line: which commands there are, and how their failures end the process.
 */
import { readFileSync } from 'node:fs';
import { Command, CommanderError, Help, type Option } from 'commander';
import { addAccountCommands } from './account.ts';
import { addBatchCommands } from './batch.ts';
import { addCallbackCommands } from './callback.ts';
import { addDatabaseCommands } from './database.ts';
import { addKeyCommands } from './key.ts';
import { addProjectCommands } from './project.ts';
import { addServiceCommands } from './serve.ts';
import { addTemplateCommands } from './template.ts';
import { addRenderCommand } from './template-render.ts';
import { addWorkspaceCommands } from './workspace.ts';

/** Carries out a command line. Failures are told in one line on standard error and set the exit code. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // It has told its reason already, or shown the help that was asked for.
      process.exitCode = error.exitCode;
      return;
    }
    process.exitCode = 1;
    process.stderr.write(`platen: ${toLine(error)}\n`);
    if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
      process.stderr.write(`${error.stack}\n`);
  }
}

/** Every command with its options and help. */
export function createProgram(): Command {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const program = new Command('platen')
    .description('Renders images and PDFs from saved templates over HTTP.')
    .version(version)
    .option('--json', 'answer with one JSON object')
    .configureHelp({ showGlobalOptions: true, optionDescription: describeOption })
    .exitOverride();
  addServiceCommands(program);
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
  return program;
}

/** The library's help does not tell which options a command cannot do without. */
function describeOption(option: Option): string {
  const description = Help.prototype.optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}

function toLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s*\n\s*/g, ' ');
}
