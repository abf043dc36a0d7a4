import { InvalidArgumentError, Option, type Command } from 'commander';
import { claimStorage } from '../../domain/files/installation.ts';
import type { CheckedFolder, ImportResult } from '../../domain/templates/import-template.ts';
import { problemWithoutPlace } from '../../domain/templates/locate-problems.ts';
import { findProject, type Visibility } from '../../store/projects.ts';
import { deleteTemplate, findTemplate, listTemplates } from '../../store/templates.ts';
import { findAccount } from '../../store/workspaces.ts';
import { callerPath } from '../caller-folder.ts';
import { formatTable } from '../format-table.ts';
import { localeOption, parseId, visibilityOption } from '../option-values.ts';
import { printable } from '../printable.ts';
import { describeProblem, describeWarning, invalidTemplate } from './describe-problem.ts';
import type { PreflightOfFolder, PreflightValues } from './preflight.ts';
import { readTemplate } from './read-template.ts';
import { isInlineJson } from './read-values.ts';
import {
  printResult,
  CommandError,
  fileLimits,
  readSettings,
  withContext,
  type Settings,
} from '../command-context.ts';
import { UnreadableTemplate } from '../../domain/templates/read-zip.ts';

interface PreflightOptions extends PreflightValues {
  readonly preflight?: true;
}

interface ImportOptions {
  readonly project: string;
  readonly account?: string;
  readonly server?: string;
  readonly key?: string;
  readonly visibility?: Visibility;
  readonly id?: string;
}

/** `template import`, `validate`, `list`, `show`, `export`, `delete`. */
export function addTemplateCommands(template: Command): void {
  template
    .command('import')
    .argument('<path>', 'a folder or a .zip', callerPath)
    .description('import a template from a folder or a .zip, into the database or a remote service')
    .requiredOption('--project <id>', 'the project to import into', parseId)
    .option('--account <id>', 'its owner, in the database that this machine reaches', parseId)
    .addOption(
      new Option('--server <url>', 'the service to import into over HTTPS, in place of --account')
        .env('PLATEN_URL')
        .argParser(parseServer),
    )
    .addOption(new Option('--key <key>', 'with --server: an API key that may author').env('PLATEN_API_KEY'))
    .addOption(visibilityOption('who sees it: its owner, or all of the workspace (default: as its project)'))
    .option('--id <id>', 'a template of the account to replace', parseId)
    .action(async (path: string, options: ImportOptions, command: Command) => {
      const { templateId, visibility, warnings } = await importFrom(path, options);
      const imported = { templateId };
      printResult(command.optsWithGlobals(), warnings.length > 0 ? { ...imported, warnings } : imported, [
        `template  ${templateId}`,
        `visibility  ${visibility}: ${seenBy[visibility]}`,
        ...warnings.map(describeWarning),
      ]);
    });

  template
    .command('validate')
    .argument('<path>', 'a folder or a .zip', callerPath)
    .description('check a template in a folder or a .zip')
    .option('--preflight', 'lay a template for print out, and warn as a printer does')
    .option(
      '--vars <values>',
      'with --preflight: values of its variables, as for "template render" (default: its example.json)',
      (vars) => (isInlineJson(vars) ? vars : callerPath(vars)),
    )
    .addOption(localeOption())
    .action(async (path: string, options: PreflightOptions, command: Command) => {
      if (options.preflight !== true && (options.vars ?? options.locale) !== undefined)
        throw new CommandError('--vars and --locale are for --preflight: without it no page is laid out.');
      const settings = readSettings();
      const { valid, problems, warnings } = await check(path, settings);
      if (!valid) process.exitCode = 1;
      const preflight =
        valid && options.preflight === true ? await preflightFolder(path, options, settings) : null;
      if (preflight !== null && preflight.result.errors > 0) process.exitCode = 1;
      const result = { valid, problems, warnings };
      printResult(
        command.optsWithGlobals(),
        preflight === null ? result : { ...result, preflight: preflight.result },
        [
          ...problems.map(describeProblem),
          ...warnings.map(describeWarning),
          ...(valid ? ['The template is valid.'] : []),
          ...(preflight?.lines ?? []),
        ],
      );
    });

  template
    .command('list')
    .description('list the templates of a project, last updated first')
    .requiredOption('--project <id>', 'the project', parseId)
    .action(async (options: { project: string }, command: Command) => {
      const templates = await withContext(async ({ db }) => {
        if ((await findProject(db, options.project)) === null)
          throw new CommandError(`There is no project ${options.project}.`);
        return await listTemplates(db, options.project);
      });
      const listed = templates.map(({ id, name, visibility, version, updatedAt }) => {
        return { templateId: id, name, visibility, version, updatedAt };
      });
      const lines = formatTable(
        templates,
        [
          ['TEMPLATE', ({ id }) => id],
          ['VERSION', ({ version }) => version],
          ['VISIBILITY', ({ visibility }) => visibility],
          ['UPDATED', ({ updatedAt }) => updatedAt.toISOString()],
          ['NAME', ({ name }) => name],
        ],
        'The project has no templates.',
      );
      printResult(command.optsWithGlobals(), { templates: listed }, lines);
    });

  template
    .command('show')
    .description('show where a template is, and its version')
    .requiredOption('--template <id>', 'its id', parseId)
    .action(async (options: { template: string }, command: Command) => {
      const found = await withContext(({ db }) => findTemplate(db, options.template));
      if (found === null) throw new CommandError(`There is no template ${options.template}.`);
      const { id: templateId, versionId: _versionId, ...shown } = found;
      printResult(command.optsWithGlobals(), { templateId, ...shown }, [
        `template    ${templateId}`,
        `name        ${printable(found.name)}`,
        `version     ${found.version}`,
        `visibility  ${found.visibility}`,
        `project     ${found.projectId}`,
        `account     ${found.accountId}`,
        `created     ${found.createdAt.toISOString()}`,
        `updated     ${found.updatedAt.toISOString()}`,
      ]);
    });

  template
    .command('export')
    .description('write a template into a folder, which "template import" reads')
    .requiredOption('--template <id>', 'its id', parseId)
    .requiredOption('--out <folder>', 'a new or empty folder', callerPath)
    .action(async (options: { template: string; out: string }, command: Command) => {
      const { exportTemplate } = await import('./export-template.ts');
      const { template: templateId, out } = options;
      const version = await withContext((context) => exportTemplate(context, templateId, out));
      printResult(command.optsWithGlobals(), { templateFolder: out, version }, [
        `${out}: version ${version}`,
      ]);
    });

  template
    .command('delete')
    .description('delete a template; jobs in progress still use it')
    .requiredOption('--template <id>', 'its id', parseId)
    .action(async (options: { template: string }, command: Command) => {
      if (!(await withContext(({ db }) => deleteTemplate(db, options.template)))) {
        throw new CommandError(`There is no template ${options.template}.`);
      }
      printResult(command.optsWithGlobals(), {}, [`Template ${options.template} is deleted.`]);
    });
}

/** Loaded late: it needs the renderer. */
async function preflightFolder(
  path: string,
  options: PreflightValues,
  settings: Settings,
): Promise<PreflightOfFolder> {
  const { preflightTemplate } = await import('./preflight.ts');
  return await preflightTemplate(path, options, settings);
}

/** The key is sent to the server: in clear text only inside this machine. */
function parseServer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url.origin;
  throw new InvalidArgumentError('It must be an https URL, or http with localhost.');
}

/** Loaded late: checking a template needs half of the renderer; the other commands do not. */
async function loadImport(): Promise<typeof import('../../domain/templates/import-template.ts')> {
  return await import('../../domain/templates/import-template.ts');
}

type Imported = Omit<Extract<ImportResult, { outcome: 'imported' }>, 'outcome'>;

const seenBy: Readonly<Record<Visibility, string>> = {
  PRIVATE: 'only its owner sees it',
  SHARED: 'all of the workspace sees it',
};

async function importFrom(
  path: string,
  { project, account, server, key, visibility, id }: ImportOptions,
): Promise<Imported> {
  // PLATEN_URL may be set for other commands: --account means the database.
  if (account === undefined) {
    if (server === undefined) throw new CommandError('Name the --account, or a --server to import into.');
    if (key === undefined) throw new CommandError('--server needs --key, or PLATEN_API_KEY.');
    const { importRemotely } = await import('./import-remote.ts');
    const imported = await importRemotely(path, { server, key, project, id, visibility });
    return { ...imported, warnings: [] };
  }
  const folder = await readTemplate(path);
  const { importTemplate } = await loadImport();
  const result = await withContext(async ({ config, db, storage }) => {
    const viewer = await findAccount(db, account);
    if (viewer === null) throw new CommandError(`There is no account ${account}.`);
    await claimStorage({ db, storage });
    return await importTemplate(
      { db, storage, fileLimits: fileLimits(config), plans: config.plans },
      { viewer, projectId: project, templateId: id, visibility },
      folder,
    );
  });
  switch (result.outcome) {
    case 'imported':
      return result;
    case 'unknown-project':
      throw new CommandError(`There is no project ${project} that account ${account} sees.`);
    case 'unknown-template':
      throw new CommandError(`There is no template ${id} that account ${account} owns.`);
    case 'invalid':
      throw invalidTemplate(path, result.problems);
  }
}

async function check(
  path: string,
  { config }: Settings,
): Promise<Pick<CheckedFolder, 'valid' | 'problems' | 'warnings'>> {
  try {
    const folder = await readTemplate(path);
    const { checkTemplateFolder } = await loadImport();
    return await checkTemplateFolder(folder, fileLimits(config));
  } catch (error) {
    if (!(error instanceof UnreadableTemplate)) throw error;
    return { valid: false, problems: [problemWithoutPlace(error.message)], warnings: [] };
  }
}
