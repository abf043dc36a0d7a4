import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { readTemplate } from '../../src/cli/template/read-template.ts';
import { importTemplate } from '../../src/domain/templates/import-template.ts';
import type { LayoutReport, RenderWarning } from '../../src/render/layout-report.ts';
import { readMultipart } from '../../studio/web/src/api/read-multipart.ts';
import type { Answer, Tenant, TestService } from './http.ts';

/** The parts of a preview. */
export interface ReadPreview {
  readonly width: number;
  readonly height: number;
  readonly pageCount: number;
  readonly pageCounts?: Readonly<Record<string, number>>;
  readonly pageOrder?: readonly string[];
  readonly warnings: readonly RenderWarning[];
  readonly report: LayoutReport;
  readonly mediaType: string | undefined;
  readonly file: Buffer;
}

/** Reads a preview as the app does. */
export function readPreview({ headers, bytes }: Pick<Answer, 'headers' | 'bytes'>): ReadPreview {
  const parts = readMultipart(headers.get('content-type') ?? '', new Uint8Array(bytes));
  const [layout, file] = parts;
  if (layout === undefined || file === undefined || parts.length > 2) throw new Error('expected two parts');
  const json = JSON.parse(Buffer.from(layout.bytes).toString()) as Omit<ReadPreview, 'mediaType' | 'file'>;
  return { ...json, mediaType: file.headers.get('content-type'), file: Buffer.from(file.bytes) };
}

const samplesFolder = fileURLToPath(new URL('../../samples/', import.meta.url));

/** The names of the samples. */
export function sampleNames(): string[] {
  return readdirSync(samplesFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/template.json'))
    .map((file) => file.replace('/template.json', ''))
    .sort();
}

/** Imports a sample for an account. Returns its id and its example values. */
export async function addSample(
  { db, app }: TestService,
  owner: Tenant,
  name: string,
): Promise<{ readonly templateId: string; readonly values: Record<string, string> }> {
  const folder = await readTemplate(samplesFolder + name);
  const request = { viewer: owner, projectId: owner.projectId, templateId: undefined, visibility: undefined };
  const imported = await importTemplate({ db, storage: app.storage, plans: DEFAULT_PLANS }, request, folder);
  if (imported.outcome !== 'imported') throw new Error(`the sample ${name} cannot be imported`);
  const values = JSON.parse(await readFile(`${samplesFolder}${name}/example.json`, 'utf8')) as Record<
    string,
    string
  >;
  return { templateId: imported.templateId, values };
}
