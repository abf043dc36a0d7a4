/** What the terminal and /docs show of the demo. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeSignInLink } from '../../domain/sessions/links.ts';
import { asString } from '../../common/values/lists.ts';
import { isThisMachine } from '../../http/docs-page/local-request.ts';
import { isStudioBuilt, setupCommand } from '../../http/studio/page.ts';
import type { Service } from '../../process/service.ts';
import type { VariableValue } from '../../common/values/values.ts';
import type { Database } from '../../store/database.ts';
import { findVisibleTemplate, readVersion } from '../../store/templates.ts';
import type { Demo } from './prepare-demo.ts';

/** A sample to render, with values for some of its variables. */
interface Example {
  readonly sample: string;
  readonly templateId: string;
  readonly variables: Readonly<Record<string, string>>;
}

interface DemoParts {
  readonly db: Database;
}

const samplesFolder = fileURLToPath(new URL('../../../samples/', import.meta.url));

/** The sample that the printed command renders. */
const shownSample = 'social-card';

/** What the terminal shows first: a link that signs the demo account in to Studio, once, for 15 minutes. */
export async function describeSignIn({ db }: DemoParts, demo: Demo, publicUrl: string): Promise<string> {
  if (!isStudioBuilt())
    return `Studio  is not built. Stop with Ctrl-C, and run: ${setupCommand}
`;
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
 * Chooses `shownSample`, or another one if it was deleted, with the values of its `example.json`.
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
    const shown = variables.filter(({ name }) => name in values);
    return {
      sample,
      templateId,
      variables: Object.fromEntries(shown.map(({ name }) => [name, asString(values[name] ?? '')])),
    };
  }
  return null;
}
