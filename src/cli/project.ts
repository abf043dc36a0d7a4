import type { Command } from 'commander';
import { createProject, type Visibility } from '../store/projects.ts';
import { parseDescription, parseId, parseName, visibilityOption } from './arguments.ts';
import { answer, CommandError, withSession } from './session.ts';

interface CreateOptions {
  readonly account: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
}

/** `project create`. */
export function addProjectCommands(program: Command): void {
  const project = program.command('project').description('make projects, which hold templates');

  project
    .command('create')
    .description('make a project of an account')
    .requiredOption('--account <id>', 'its owner', parseId)
    .requiredOption('--name <name>', 'its name', parseName)
    .option('--description <text>', 'what it is for', parseDescription, '')
    .addOption(visibilityOption('who sees it: its owner, or all of the workspace').default('PRIVATE'))
    .action(async (options: CreateOptions, command: Command) => {
      const { account, name, description, visibility } = options;
      const projectId = await withSession(({ db }) =>
        createProject(db, { accountId: account, name, description, visibility }),
      );
      if (projectId === null) throw new CommandError(`There is no account ${account}.`);
      answer(command.optsWithGlobals(), { projectId }, [`project  ${projectId}`]);
    });
}
