import type { Command } from 'commander';
import { createProject, type Visibility } from '../store/projects.ts';
import { parseDescription, parseId, parseName, visibilityOption } from './option-values.ts';
import { printResult, CommandError, withContext } from './command-context.ts';

interface CreateOptions {
  readonly account: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
}

/** `project create`. */
export function addProjectCommands(program: Command): void {
  const project = program.command('project').description('create projects, which hold templates');

  project
    .command('create')
    .description('create a project of an account')
    .requiredOption('--account <id>', 'its owner', parseId)
    .requiredOption('--name <name>', 'its name', parseName)
    .option('--description <text>', 'what it is for', parseDescription, '')
    .addOption(visibilityOption('who sees it: its owner, or all of the workspace').default('PRIVATE'))
    .action(async (options: CreateOptions, command: Command) => {
      const { account, name, description, visibility } = options;
      const projectId = await withContext(({ db }) =>
        createProject(db, { accountId: account, name, description, visibility }),
      );
      if (projectId === null) throw new CommandError(`There is no account ${account}.`);
      printResult(command.optsWithGlobals(), { projectId }, [`project  ${projectId}`]);
    });
}
