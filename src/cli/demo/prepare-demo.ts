/**
 * The demo: a workspace with the sample templates. The first start creates it; each later start finds it, and
 * imports the samples that are missing because a start was interrupted, or because they are new.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { listSamples, readSample } from '../../domain/authoring/samples.ts';
import { importTemplate, type ImportParts } from '../../domain/templates/import-template.ts';
import { readExample } from '../../domain/templates/example.ts';
import { readTemplateJson, type TemplateFolder } from '../../domain/templates/template-folder.ts';
import type { Storage } from '../../storage/storage.ts';
import { storeFirstExampleValues } from '../../store/authoring/examples.ts';
import { findCallerByKeyHash } from '../../store/callers.ts';
import type { Database } from '../../store/database.ts';
import { createKey, hashKey } from '../../store/keys.ts';
import { withLock } from '../../store/locks.ts';
import { createProject, findVisibleProject } from '../../store/projects.ts';
import { listTemplates } from '../../store/templates.ts';
import { createAccount, createWorkspace } from '../../store/workspaces.ts';
import type { Logger } from '../../telemetry/log.ts';
import { fileLimits } from '../command-context.ts';
import { isDiskFull } from '../full-disk.ts';
import { describeProblem } from '../template/describe-problem.ts';

/** In `DATA_DIR`. */
export const demoFileName = 'demo.json';

/** What `demo.json` in the data folder holds. */
export interface Demo {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly projectId: string;
  readonly apiKey: string;
  /** Template ids by the names of their sample folders: each sample that was imported once. */
  readonly templates: Readonly<Record<string, string>>;
}

/**
 * Finds the demo of this database, or creates it, and completes it. A sample that the user deleted stays
 * deleted.
 */
export async function prepareDemo(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  config: Config,
  log: Logger,
): Promise<Demo> {
  const file = demoFile(config);
  return await withLock(db, 'demo', async () => {
    const existing = await readDemo(file);
    const isKnown = existing !== null && (await findCallerByKeyHash(db, hashKey(existing.apiKey))) !== null;
    const demo = isKnown ? existing : await createDemo(db, file, log);
    await completeExamples(db, demo, log);
    const parts = { db, storage, fileLimits: fileLimits(config), plans: config.plans };
    return await importMissing(parts, demo, config, log);
  });
}

/**
 * Creates the workspace in one transaction. The file is written before the transaction ends: a file whose key
 * the database does not know is replaced by the next start, and no workspace is left without its file.
 */
async function createDemo(db: Database, file: string, log: Logger): Promise<Demo> {
  log.info('Creating the demo workspace.');
  return await db.transaction(async (transaction) => {
    const { workspaceId } = await createWorkspace(transaction, { name: 'Demo', plan: 'studio' });
    const accountId = orThrow(await createAccount(transaction, { workspaceId, name: 'Demo account' }));
    const key = await createKey(transaction, { accountId, name: 'Demo key' });
    if (typeof key === 'string') throw new Error(`The demo's key cannot be created: ${key}.`);
    const projectId = orThrow(
      await createProject(transaction, {
        accountId,
        name: 'Samples',
        description: 'Templates to try out and to copy from.',
        visibility: 'SHARED',
      }),
    );
    const demo: Demo = { workspaceId, accountId, projectId, apiKey: key.apiKey, templates: {} };
    await writeDemo(file, demo);
    return demo;
  });
}

/**
 * Imports the samples that the file does not name. Records each one in the file.
 *
 * @throws what made the first import fail for a full disk: the others would fail, too
 */
async function importMissing(parts: ImportParts, demo: Demo, config: Config, log: Logger): Promise<Demo> {
  const file = demoFile(config);
  const samples = await listSamples();
  const missing = samples.filter((sample) => !(sample in demo.templates));
  const project = missing.length === 0 ? null : await findVisibleProject(parts.db, demo, demo.projectId);
  if (project === null) return demo;
  const present = await listTemplates(parts.db, demo.projectId);
  let completed = demo;
  for (const sample of missing) {
    try {
      const folder = await readSample(sample);
      const name = nameIn(folder);
      // Imported by a start that ended before it recorded this.
      const templateId =
        present.find((template) => template.name === name)?.id ??
        (await importSample(parts, demo, { sample, folder }, log));
      if (templateId === null) continue;
      completed = { ...completed, templates: { ...completed.templates, [sample]: templateId } };
      await writeDemo(file, completed);
      const count = Object.keys(completed.templates).length;
      log.info(`Imported the sample ${sample} (${count} of ${samples.length}).`);
    } catch (error) {
      if (await isDiskFull(error, config)) throw error;
      log.warn({ sample, err: error }, 'A sample cannot be imported; the next start tries again.');
    }
  }
  return completed;
}

/** Gives the samples that an earlier release imported their example values. */
async function completeExamples(db: Database, { templates }: Demo, log: Logger): Promise<void> {
  const samples = (await listSamples()).filter((sample) => sample in templates);
  for (const sample of samples) {
    const { exampleJson } = await readSample(sample);
    const example = exampleJson == null ? null : readExample(exampleJson);
    if (example === null) continue;
    if ('problem' in example)
      log.warn({ sample, problem: example.problem }, 'A sample has no example values.');
    else await storeFirstExampleValues(db, templates[sample] ?? '', example.values);
  }
}

/** Imports a sample. Returns the template's id, or null if the sample is not valid. */
async function importSample(
  parts: ImportParts,
  { workspaceId, accountId, projectId }: Demo,
  { sample, folder }: { readonly sample: string; readonly folder: TemplateFolder },
  log: Logger,
): Promise<string | null> {
  const result = await importTemplate(
    parts,
    { viewer: { workspaceId, accountId }, projectId, templateId: undefined, visibility: 'SHARED' },
    folder,
  );
  if (result.outcome === 'imported') return result.templateId;
  const problems = result.outcome === 'invalid' ? result.problems.map(describeProblem) : [result.outcome];
  log.warn({ sample, problems }, 'A sample is not valid; leaving it out.');
  return null;
}

/** The name of a template. Null: its document cannot be read. */
function nameIn(folder: TemplateFolder): string | null {
  const read = readTemplateJson(folder);
  return 'problem' in read ? null : ((read.json as { name?: string }).name ?? null);
}

function demoFile({ dataDir }: Config): string {
  return path.join(dataDir, demoFileName);
}

async function readDemo(file: string): Promise<Demo | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Demo;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Error(`${file}, which holds the demo's key, cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Replaces the file as a whole: a reader finds the old or the new one. */
async function writeDemo(file: string, demo: Demo): Promise<void> {
  const newFile = `${file}.new`;
  await writeFile(newFile, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(newFile, file);
}

function orThrow(id: string | null): string {
  if (id === null) throw new Error('A part of the demo was deleted while the demo was created.');
  return id;
}
