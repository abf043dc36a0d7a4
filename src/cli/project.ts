import type { Command } from 'commander';
import { addProject } from '../domain/authoring/projects.ts';
import {
  deleteProject,
  findProject,
  listVisibleProjects,
  renameProject,
  type Visibility,
} from '../store/projects.ts';
import { findAccount } from '../store/workspaces.ts';
import { formatTable } from './format-table.ts';
import { parseDescription, parseId, parseName, visibilityOption } from './option-values.ts';
import { printResult, CommandError, withContext } from './command-context.ts';

interface CreateOptions {
  readonly account: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
}

/** More than any account has: the command line shows them all. */
const maxProjects = 1_000_000;

/** `project create`, `list`, `show`, `rename`, `delete`. */
export function addProjectCommands(program: Command): void {
  const project = program
    .command('project')
    .description('create, list, rename and delete projects, which hold templates');

  project
    .command('create')
    .description('create a project of an account')
    .requiredOption('--account <id>', 'its owner', parseId)
    .requiredOption('--name <name>', 'its name', parseName)
    .option('--description <text>', 'what it is for', parseDescription, '')
    .addOption(visibilityOption('who sees it: its owner, or all of the workspace').default('PRIVATE'))
    .action(async (options: CreateOptions, command: Command) => {
      const { account, name, description, visibility } = options;
      const projectId = await withContext(({ db, config: { plans } }) =>
        addProject({ db, plans }, { accountId: account, name, description, visibility }),
      );
      if (projectId === null) throw new CommandError(`There is no account ${account}.`);
      printResult(command.optsWithGlobals(), { projectId }, [`project  ${projectId}`]);
    });

  project
    .command('list')
    .description('list the projects that an account sees, last updated first')
    .requiredOption('--account <id>', 'the account', parseId)
    .action(async (options: { account: string }, command: Command) => {
      const found = await withContext(async ({ db }) => {
        const viewer = await findAccount(db, options.account);
        if (viewer === null) throw new CommandError(`There is no account ${options.account}.`);
        return await listVisibleProjects(db, viewer, { offset: 0, limit: maxProjects });
      });
      const projects = found.map(({ id, name, visibility, templateCount }) => {
        return { projectId: id, name, visibility, templateCount };
      });
      const lines = formatTable(
        projects,
        [
          ['PROJECT', ({ projectId }) => projectId],
          ['VISIBILITY', ({ visibility }) => visibility],
          ['TEMPLATES', ({ templateCount }) => templateCount],
          ['NAME', ({ name }) => name],
        ],
        'The account sees no projects.',
      );
      printResult(command.optsWithGlobals(), { projects }, lines);
    });

  project
    .command('show')
    .description('show a project and its owner')
    .requiredOption('--project <id>', 'its id', parseId)
    .action(async (options: { project: string }, command: Command) => {
      const found = await withContext(({ db }) => findProject(db, options.project));
      if (found === null) throw unknownProject(options.project);
      printResult(command.optsWithGlobals(), found, [
        `project      ${found.projectId}`,
        `name         ${found.name}`,
        `description  ${found.description.replaceAll('\n', ' ')}`,
        `visibility   ${found.visibility}`,
        `account      ${found.accountId}`,
        `templates    ${found.templateCount}`,
      ]);
    });

  project
    .command('rename')
    .description('give a project another name')
    .requiredOption('--project <id>', 'its id', parseId)
    .requiredOption('--name <name>', 'the new name', parseName)
    .action(async (options: { project: string; name: string }, command: Command) => {
      const isRenamed = await withContext(({ db }) => renameProject(db, options.project, options.name));
      if (!isRenamed) throw unknownProject(options.project);
      printResult(command.optsWithGlobals(), {}, [`Project ${options.project} is now ${options.name}.`]);
    });

  project
    .command('delete')
    .description('delete a project with all templates in it; jobs in progress still use them')
    .requiredOption('--project <id>', 'its id', parseId)
    .action(async (options: { project: string }, command: Command) => {
      const templates = await withContext(({ db }) => deleteProject(db, options.project));
      if (templates === null) throw unknownProject(options.project);
      const count = templates === 1 ? 'its template' : `its ${templates} templates`;
      const what = templates === 0 ? 'which was empty' : `with ${count}`;
      printResult(command.optsWithGlobals(), {}, [`Project ${options.project}, ${what}, is deleted.`]);
    });
}

function unknownProject(id: string): CommandError {
  return new CommandError(`There is no project ${id}.`);
}
