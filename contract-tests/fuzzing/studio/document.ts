import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeResponseSchemas } from '../../../test/helpers/close-response-schemas.ts';
import type { LiveService } from '../../live-service.ts';
import { variableValues } from '../api/document.ts';

/**
 * Narrows the app's contract to the data of one service, so that generated requests succeed: examples of ids
 * are those that exist, ids in bodies are known, variables are those of the template, and bodies have
 * examples. Response schemas allow only documented fields. Nothing else changes.
 */
export async function specializeStudio(
  service: LiveService,
  { sessionId, deliveryIds }: { readonly sessionId: string; readonly deliveryIds: readonly string[] },
): Promise<unknown> {
  const file = join(import.meta.dirname, '../../../generated/studio.json');
  const { owner, colleague, templateId, visibleProjectIds, surroundings, jobs } = service;
  const ids: Readonly<Record<string, string | undefined>> = {
    sessionId,
    memberId: colleague.accountId,
    keyId: owner.keyId,
    projectId: owner.projectId,
    templateId,
    jobId: jobs.completed,
    shareId: service.shareIds[0],
    deliveryId: deliveryIds[0],
    path: 'images/a.png',
  };
  const contract = JSON.parse(await readFile(file, 'utf8'), (_key, value: unknown) => {
    const { name, in: place, schema } = (value ?? {}) as { name?: string; in?: string; schema?: unknown };
    if (typeof name !== 'string' || typeof place !== 'string' || schema === undefined) return value;
    return name in ids ? { ...(value as object), example: ids[name] } : value;
  }) as Contract;

  const { schemas } = contract.components;
  schemas['VariableValues'] = variableValues(surroundings.imageUrl);
  restrict(schemas['TemplateMove'], 'projectId', visibleProjectIds);
  restrict(schemas['TemplateCopy'], 'projectId', visibleProjectIds);
  const { goodCallbackUrl, badCallbackUrl } = surroundings;
  restrict(schemas['BatchSubmission'], 'callbackUrl', [goodCallbackUrl, badCallbackUrl]);

  const document = JSON.parse(
    await readFile(join(import.meta.dirname, '../../fixture/template.json'), 'utf8'),
  ) as object;
  const examples: Readonly<Record<string, readonly object[]>> = {
    saveDraft: [document],
    previewDraft: formats.map((format) => ({ document, values: { title: 'News', photo: '' }, format })),
    previewVersion: formats.map((format) => ({ values: { title: 'News', photo: '' }, format })),
    checkBatch: [{ rows: [{ title: 'News', photo: '' }] }],
    submitBatch: [{ rows: [{ title: 'News', photo: '' }] }],
    createShare: formats.map((format) => ({ values: { title: 'News', photo: '' }, format })),
    createTemplate: [{ source: { width: 100, height: 80 } }, { source: { sample: 'social-card' } }],
  };
  for (const operation of Object.values(contract.paths).flatMap((methods) => Object.values(methods))) {
    const bodies = examples[operation.operationId];
    const content = operation.requestBody?.content['application/json'];
    if (bodies === undefined || content === undefined) continue;
    content.examples = Object.fromEntries(bodies.map((value, at) => [`example ${at}`, { value }]));
  }
  return closeResponseSchemas(contract);
}

const formats = ['png', 'jpeg', 'webp', 'pdf'];

function restrict(schema: Schema | undefined, property: string, values: readonly string[]): void {
  const target = schema?.properties?.[property];
  if (target === undefined) throw new Error(`The contract has no ${property} where it is expected.`);
  target['enum'] = values;
}

/** The parts of the contract that change here. */
interface Contract {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Record<string, { examples?: object }> };
}

interface Schema {
  properties?: Record<string, Schema>;
  [keyword: string]: unknown;
}
