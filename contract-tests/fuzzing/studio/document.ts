import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeResponseSchemas } from '../../../test/helpers/close-response-schemas.ts';
import type { LiveService } from '../../live-service.ts';

/**
 * Narrows the app's contract to the data of one service, so that generated requests succeed: examples of ids
 * are those that exist, ids in bodies are known, variables are those of the template, and bodies have
 * examples. Response schemas allow only documented fields. Nothing else changes.
 */
export async function specializeStudio(
  service: LiveService,
  {
    sessionId,
    deliveryIds,
    urlKeyId,
    libraryItemId,
    logoId,
  }: {
    readonly sessionId: string;
    readonly deliveryIds: readonly string[];
    readonly urlKeyId: string;
    readonly libraryItemId: string;
    /** An item that has a file. */
    readonly logoId: string;
  },
): Promise<unknown> {
  const file = join(import.meta.dirname, '../../../generated/studio.json');
  const { owner, colleague, templateId, surroundings, jobs } = service;
  const ids: Readonly<Record<string, string | undefined>> = {
    sessionId,
    memberId: colleague.accountId,
    keyId: owner.keyId,
    urlKeyId,
    libraryItemId,
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
  // Rows are checked, not refused, unless a name has U+0000.
  const propertyNames = { pattern: '^[^\\u0000]*$' };
  schemas['Row'] = { ...schemas['VariableValues'], propertyNames };
  Object.assign((schemas['VariableValue']?.['items'] as Schema | undefined) ?? {}, { propertyNames });
  Object.assign(schemas['BatchCheck']?.properties?.['rows'] ?? {}, {
    items: { $ref: '#/components/schemas/Row' },
  });
  // A job of any template may be read.
  schemas['AnyValues'] = { ...schemas['TextValues'] };
  Object.assign(schemas['JobItem']?.properties?.['values'] ?? {}, {
    $ref: '#/components/schemas/AnyValues',
  });
  // So may a template, with its example values.
  for (const name of ['Template', 'Draft']) {
    const { example } = schemas[name]?.allOf?.[1]?.properties ?? {};
    Object.assign(example?.allOf?.[0] ?? {}, { $ref: '#/components/schemas/AnyValues' });
  }
  // Two variables: the fuzzing of the API has all, with the same rules.
  schemas['VariableValues'] = {
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 40, pattern: '^[^\\u0000]*$', examples: ['News'] },
      section: { type: 'string', enum: ['News', 'Sport', 'Culture', ''] },
    },
  };
  // Image URLs and data sets have strings only.
  schemas['TextValues'] = { ...schemas['VariableValues'] };
  // One of them is required, so the values are.
  for (const name of ['Preview', 'DraftPreview', 'NewShare', 'NewImageUrl']) {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`The contract has no ${name}.`);
    schema['required'] = [...((schema['required'] as string[] | undefined) ?? []), 'values'];
  }
  const { goodCallbackUrl, badCallbackUrl } = surroundings;
  restrict(schemas['NewImageUrl'], 'templateId', service.visibleTemplateIds);
  restrict(schemas['NewImageUrl'], 'version', ['live', '1']);
  restrict(schemas['BatchSubmission'], 'callbackUrl', [goodCallbackUrl, badCallbackUrl]);

  const document = JSON.parse(
    await readFile(join(import.meta.dirname, '../../fixture/template.json'), 'utf8'),
  ) as object;
  const examples: Readonly<Record<string, readonly object[]>> = {
    saveDraft: [document],
    saveDesignSettings: [designSettings],
    previewDraft: formats.map((format) => ({ document, values: { title: 'News' }, format })),
    previewVersion: formats.map((format) => ({ values: { title: 'News' }, format })),
    checkBatch: [{ rows: [{ title: 'News' }] }],
    submitBatch: [{ rows: [{ title: 'News' }] }],
    createShare: formats.map((format) => ({ values: { title: 'News' }, format })),
    createUrlKey: [{ name: 'Site', imageHosts: ['*.example.org'], formats: ['png'], maxSide: 4000 }],
    signImageUrl: formats.map((format) => ({
      templateId,
      values: { title: 'News' },
      version: '1',
      file: `card.${format === 'jpeg' ? 'jpg' : format}`,
    })),
    createLibraryItem: [
      { kind: 'COLOR', name: 'Brand', color: '#1d4ed8' },
      { kind: 'BLOCK', name: 'Card', document },
    ],
    updateLibraryItem: [{ color: '#1d4ed8' }],
    createTemplate: [{ source: { width: 100, height: 80 } }, { source: { sample: 'social-card' } }],
  };
  const { parameters } = contract.components;
  parameters['LogoId'] = { ...parameters['LibraryItemId'], example: logoId };
  for (const operation of Object.values(contract.paths).flatMap((methods) => Object.values(methods))) {
    if (operation.operationId === 'getLibraryFile')
      operation.parameters = ['LogoId', 'FilePath'].map((name) => ({
        $ref: `#/components/parameters/${name}`,
      }));
    const bodies = examples[operation.operationId];
    const content = operation.requestBody?.content['application/json'];
    if (bodies === undefined || content === undefined) continue;
    content.examples = Object.fromEntries(bodies.map((value, at) => [`example ${at}`, { value }]));
  }
  return closeResponseSchemas(contract);
}

const designSettings = {
  guides: { x: [10], y: [] },
  margins: null,
  locked: ['title'],
  dataSets: [{ name: 'Short', values: { title: 'News' } }],
  example: { photo: 'photo.jpg' },
};

const formats = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl'];

function restrict(schema: Schema | undefined, property: string, values: readonly string[]): void {
  const target = schema?.properties?.[property];
  if (target === undefined) throw new Error(`The contract has no ${property} where it is expected.`);
  target['enum'] = values;
}

/** The parts of the contract that change here. */
interface Contract {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly parameters: Record<string, object>;
  };
}

interface Operation {
  readonly operationId: string;
  parameters?: readonly object[];
  readonly requestBody?: { readonly content: Record<string, { examples?: object }> };
}

interface Schema {
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  [keyword: string]: unknown;
}
