/** Imports the sub-folders of TEMPLATES_DIR: at the start, and when their content changes. */
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sleep } from '../../async/abortable.ts';
import type { Config } from '../../config/config.ts';
import { importTemplate } from '../../domain/templates/import-template.ts';
import type { TemplateFolder } from '../../domain/templates/template-folder.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import { withLock } from '../../store/locks.ts';
import { findImportedFolder } from '../../store/template-folders.ts';
import { findVisibleProject } from '../../store/projects.ts';
import { findAccount } from '../../store/workspaces.ts';
import type { Logger } from '../../telemetry/log.ts';
import { fileLimits } from '../command-context.ts';
import { describeProblem } from './describe-problem.ts';
import { listFiles, readTemplate } from './read-template.ts';
import { UnreadableTemplate } from '../../domain/templates/read-zip.ts';

interface ImportParts {
  readonly db: Database;
  readonly storage: Storage;
}

/** Folders on network drives, and those that Kubernetes mounts, report no changes. */
const pollIntervalMs = 2_000;

/** The folder cannot be imported until it changes. The message is one line. */
class BrokenFolder extends Error {
  override readonly name = 'BrokenFolder';
}

/** TEMPLATES_ACCOUNT or TEMPLATES_PROJECT does not exist: no sub-folder can be imported until it does. */
class MissingTarget extends Error {
  override readonly name = 'MissingTarget';
}

/** What is known of a sub-folder. */
interface FolderState {
  /** Its files' names, sizes and times at the last look. */
  seen: string | null;
  /** Those that it had when it was imported or found to be broken. */
  done: string | null;
  /** The last failure that was logged. */
  logged: string;
}

/**
 * Imports all sub-folders, and then again those that change. A sub-folder that cannot be imported is logged;
 * it stops neither the others nor the service.
 */
export async function startFolderImports(
  { db, storage }: ImportParts,
  config: Config,
  { folder: root, accountId, projectId }: NonNullable<Config['templatesDir']>,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const stop = new AbortController();
  const states = new Map<string, FolderState>();

  /** The account, and who sees its templates: all who see the project. */
  const findTarget = async () => {
    const viewer = await findAccount(db, accountId);
    if (viewer === null) throw new MissingTarget(`TEMPLATES_ACCOUNT=${accountId}: there is no such account.`);
    const project = await findVisibleProject(db, viewer, projectId);
    if (project === null) throw unknownProject(projectId);
    return { viewer, visibility: project.visibility };
  };

  const importFolder = async (name: string): Promise<void> => {
    const template = await readTemplate(path.join(root, name));
    const contentHash = hashContent(template);
    const id = { accountId, projectId, folder: name };
    const isCurrent = async () => (await findImportedFolder(db, id))?.contentHash === contentHash;
    if (await isCurrent()) return;
    // One process at a time: the others then find that it is imported.
    await withLock(db, 'import', async () => {
      if (await isCurrent()) return;
      const { viewer, visibility } = await findTarget();
      const templateId = (await findImportedFolder(db, id))?.templateId;
      const result = await importTemplate(
        { db, storage, fileLimits: fileLimits(config), plans: config.plans },
        {
          viewer,
          projectId,
          templateId,
          visibility,
          origin: { folder: name, contentHash },
        },
        template,
      );
      switch (result.outcome) {
        case 'imported':
          log.info({ folder: name, templateId: result.templateId }, 'imported a template folder');
          return;
        case 'invalid':
          throw new BrokenFolder(result.problems.map(describeProblem).join(' '));
        case 'unknown-project':
          throw unknownProject(projectId);
        case 'unknown-template':
          throw new Error('Its template was deleted or moved just now.');
      }
    });
  };

  /** @param isFirst the first look imports at once; later, a folder may be about to be written */
  const look = async (name: string, isFirst: boolean): Promise<void> => {
    const state = states.get(name) ?? { seen: null, done: null, logged: '' };
    states.set(name, state);
    try {
      const files = await describeFiles(path.join(root, name));
      const isSettled = isFirst || files === state.seen;
      state.seen = files;
      if (files === state.done || !isSettled) return;
      await importFolder(name).catch((error: unknown) => {
        if (error instanceof BrokenFolder || error instanceof UnreadableTemplate) state.done = files;
        throw error;
      });
      state.done = files;
      state.logged = '';
    } catch (error) {
      if (error instanceof MissingTarget) throw error;
      const message = (error as Error).message;
      if (message !== state.logged && !stop.signal.aborted)
        log.error({ folder: name, reason: message }, 'A template folder cannot be imported.');
      state.logged = message;
    }
  };

  const forgetMissing = async (names: readonly string[]): Promise<void> => {
    for (const name of [...states.keys()].filter((known) => !names.includes(known))) {
      const isImported = (await findImportedFolder(db, { accountId, projectId, folder: name })) !== null;
      states.delete(name);
      if (isImported) log.info({ folder: name }, `folder ${name} is gone; its template stays`);
    }
  };

  /** The last failure of all folders that was logged. */
  let rootFailure = '';
  const pass = async (isFirst: boolean): Promise<void> => {
    try {
      const names = await listFolders(root);
      await forgetMissing(names);
      for (const name of names) {
        if (stop.signal.aborted) return;
        await look(name, isFirst);
      }
      rootFailure = '';
    } catch (error) {
      const { message } = error as Error;
      const what = error instanceof MissingTarget ? 'imported' : 'read';
      if (message !== rootFailure && !stop.signal.aborted)
        log.error({ reason: message }, `TEMPLATES_DIR=${root} cannot be ${what}; trying again.`);
      rootFailure = message;
    }
  };

  await pass(true);
  const repeat = async (): Promise<void> => {
    for (;;) {
      await sleep(pollIntervalMs, stop.signal);
      if (stop.signal.aborted) return;
      await pass(false);
    }
  };
  const repeating = repeat();
  return {
    async close() {
      stop.abort();
      await repeating;
    },
  };
}

function unknownProject(id: string): MissingTarget {
  return new MissingTarget(`TEMPLATES_PROJECT=${id}: TEMPLATES_ACCOUNT sees no such project.`);
}

/** The sub-folders that may be templates. A link to a folder counts: Kubernetes mounts them as links. */
async function listFolders(root: string): Promise<string[]> {
  const names = (await readdir(root)).filter((name) => !name.startsWith('.')).sort();
  const found = await Promise.all(names.map((name) => stat(path.join(root, name)).catch(() => null)));
  return names.filter((_, index) => found[index]?.isDirectory() === true);
}

/** Names, sizes and times of a folder's files: if they are equal, the content is not read again. */
async function describeFiles(folder: string): Promise<string> {
  const files = await listFiles(folder);
  return files
    .map(({ file, stats: { size, mtimeMs, ino } }) => `${file} ${size} ${mtimeMs} ${ino}`)
    .sort()
    .join('\n');
}

/** The SHA-256 of what an import stores. */
function hashContent({ templateJson, files, exampleJson }: TemplateFolder): string {
  const hash = createHash('sha256').update(templateJson ?? '');
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`\0${name}\0${bytes.byteLength}\0`).update(bytes);
  if (exampleJson != null) hash.update(`\0example.json\0${exampleJson.byteLength}\0`).update(exampleJson);
  return hash.digest('hex');
}
