/** The demo: a workspace with the sample templates. The first start creates it, later starts find it. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { makeSignInLink } from '../domain/sessions/links.ts';
import { listSamples, readSample } from '../domain/authoring/samples.ts';
import { asString } from '../domain/variables/lists.ts';
import type { VariableValue } from '../render/bind/values.ts';
import type { ImportParts } from '../domain/templates/import-template.ts';
import { isThisMachine } from '../http/docs-page/local-request.ts';
import type { Service } from '../process/service.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../store/database.ts';
import { findCallerByKeyHash } from '../store/callers.ts';
import { createKey, hashKey } from '../store/keys.ts';
import { createProject } from '../store/projects.ts';
import { findVisibleTemplate, readVersion } from '../store/templates.ts';
import { createAccount, createWorkspace } from '../store/workspaces.ts';
import { fileLimits } from './command-context.ts';
import { describeProblem } from './template/describe-problem.ts';

export interface Demo {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly projectId: string;
  readonly apiKey: string;
  /** Template ids by the names of their sample folders. */
  readonly templates: Readonly<Record<string, string>>;
}

/** A sample to render, with values for some of its variables. */
interface Example {
  readonly sample: string;
  readonly templateId: string;
  readonly variables: Readonly<Record<string, string>>;
}

interface DemoParts {
  readonly db: Database;
  readonly storage: Storage;
}

const samplesFolder = fileURLToPath(new URL('../../samples/', import.meta.url));

/** The sample that the printed command renders. */
const shownSample = 'social-card';

/** Finds the demo of this database, or creates it. */
export async function prepareDemo(parts: DemoParts, config: Config, log: Logger): Promise<Demo> {
  const file = path.join(config.dataDir, 'demo.json');
  const existing = await readDemo(file);
  const caller = existing === null ? null : await findCallerByKeyHash(parts.db, hashKey(existing.apiKey));
  if (existing !== null && caller !== null) return existing;

  log.info('Creating the demo workspace.');
  const demo = await createDemo({ ...parts, fileLimits: fileLimits(config) }, log);
  const newFile = `${file}.new`;
  await writeFile(newFile, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(newFile, file);
  return demo;
}

/** What the terminal shows first: a link that signs the demo account in to Studio, once, for 15 minutes. */
export async function describeSignIn({ db }: DemoParts, demo: Demo, publicUrl: string): Promise<string> {
  const link = await makeSignInLink(db, demo.accountId, publicUrl);
  return link === null ? '' : `Studio  ${link.url}\n`;
}

/**
 * What the terminal shows after the start: the API key, a command that renders an image, and one that imports
 * a template.
 *
 * @param dataDir if the command must name it
 */
export async function describeDemo(
  { db }: DemoParts,
  demo: Demo,
  { url, dataDir }: { readonly url: string; readonly dataDir: string | null },
): Promise<string> {
  const { apiKey } = demo;
  const lines = [
    '',
    `  Base URL      ${url}`,
    `  Demo API key  ${apiKey}`,
    `  Read and try  ${url}/docs`,
    `  Account       ${demo.accountId}`,
    `  Project       ${demo.projectId}`,
    '',
  ];
  const example = await chooseExample(db, demo);
  if (example !== null) {
    const { sample, templateId, variables } = example;
    const body = quote(JSON.stringify({ variables }));
    lines.push(
      `  This writes ${sample}.png:`,
      '',
      `curl -sS -o ${sample}.png ${url}/api/v1/templates/${templateId}/generate ` +
        `-H 'X-Api-Key: ${apiKey}' -H 'Content-Type: application/json' -d ${body}`,
      '',
    );
  }
  lines.push(
    '  This imports a template, such as one of your own:',
    '',
    `${dataDir === null ? '' : `DATA_DIR=${quote(dataDir)} `}npm run -s platen -- template import ` +
      `samples/${shownSample} --project ${demo.projectId} --account ${demo.accountId}`,
    '',
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** Quotes a text for a shell. */
function quote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Fills in the forms of /docs with the demo's ids and values. The page does not get the key if clients see
 * another address than that of this machine.
 */
export async function fillDocs(service: Service, demo: Demo, publicUrl: string): Promise<void> {
  const example = await chooseExample(service.db, demo);
  if (example === null) return;
  const { templateId, variables } = example;
  const apiKey = isThisMachine(new URL(publicUrl).hostname) ? demo.apiKey : null;
  service.showDemo({ apiKey, projectId: demo.projectId, templateId, variables });
}

/**
 * Chooses `shownSample`, or another one if it was deleted. Its variables are the required ones and the first.
 */
async function chooseExample(db: Database, { templates, ...viewer }: Demo): Promise<Example | null> {
  const samples = Object.keys(templates).sort(
    (a, b) => Number(b === shownSample) - Number(a === shownSample),
  );
  for (const sample of samples) {
    const templateId = templates[sample] ?? '';
    const template = await findVisibleTemplate(db, viewer, templateId);
    const version = template === null ? null : await readVersion(db, template.versionId);
    if (version === null) continue;
    const file = path.join(samplesFolder, sample, 'example.json');
    const values = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Record<
      string,
      VariableValue
    >;
    const { variables = [] } = version.document;
    const shown = variables.filter(
      ({ name, required }, index) => name in values && (required || index === 0),
    );
    return {
      sample,
      templateId,
      variables: Object.fromEntries(shown.map(({ name }) => [name, asString(values[name] ?? '')])),
    };
  }
  return null;
}

async function createDemo(parts: ImportParts, log: Logger): Promise<Demo> {
  const { db } = parts;
  const { importTemplate } = await import('../domain/templates/import-template.ts');
  const { workspaceId } = await createWorkspace(db, { name: 'Demo', plan: 'studio' });
  const accountId = orThrow(await createAccount(db, { workspaceId, name: 'Demo account' }));
  const key = await createKey(db, { accountId, name: 'Demo key' });
  if (typeof key === 'string') throw new Error(`The demo's key cannot be created: ${key}.`);
  const projectId = orThrow(
    await createProject(db, {
      accountId,
      name: 'Samples',
      description: 'Templates to try out and to copy from.',
      visibility: 'SHARED',
    }),
  );
  const templates: Record<string, string> = {};
  for (const sample of await listSamples()) {
    try {
      const result = await importTemplate(
        parts,
        { viewer: { workspaceId, accountId }, projectId, templateId: undefined, visibility: 'SHARED' },
        await readSample(sample),
      );
      if (result.outcome === 'imported') templates[sample] = result.templateId;
      else if (result.outcome === 'invalid') {
        log.warn(
          { sample, problems: result.problems.map(describeProblem) },
          'A sample is not valid; leaving it out.',
        );
      }
    } catch (error) {
      log.warn({ sample, err: error }, 'A sample cannot be imported; leaving it out.');
    }
  }
  return { workspaceId, accountId, projectId, apiKey: key.apiKey, templates };
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

function orThrow(id: string | null): string {
  if (id === null) throw new Error('A part of the demo was deleted while the demo was created.');
  return id;
}
