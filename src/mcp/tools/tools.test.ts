import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createContractAjv } from '../../http/ajv.ts';
import { formatResources, readFormatResource } from '../format/resources.ts';
import { instructionsFor } from '../instructions.ts';
import { checkArguments } from '../arguments.ts';
import { listTools, tools } from './index.ts';

const everybody = [
  'list_projects',
  'list_templates',
  'get_template',
  'render',
  'create_share',
  'submit_batch',
  'get_batch',
];
const authors = ['list_fonts', 'validate_template', 'preview_template', 'save_draft', 'publish_template'];
const listed = listTools({ mayAuthor: true });

test('everybody has the tools that render; those that author are for authors', () => {
  const getNames = (mayAuthor: boolean) => listTools({ mayAuthor }).map(({ name }) => name);
  assert.deepEqual(getNames(false), everybody);
  assert.deepEqual(getNames(true), [...everybody, ...authors]);
});

test('the definitions of all tools take at most 6,000 tokens', () => {
  // A bound: the tokenizers o200k and cl100k take 4 bytes a token for them, and 2.5 would still be enough.
  const bytes = Buffer.byteLength(JSON.stringify(listed));
  assert.ok(bytes / 2.5 <= 6_000, `${bytes} bytes`);
});

test('the schemas of arguments are valid, and accept no unknown names', () => {
  const ajv = createContractAjv({ validateSchema: true });
  for (const { name, inputSchema } of listed) {
    assert.ok(ajv.validateSchema(inputSchema) === true, `${name}: ${ajv.errorsText()}`);
    assert.equal(inputSchema['additionalProperties'], false, name);
  }
});

test('formats and options are those of the contract, and are filled in', () => {
  const contract = JSON.parse(
    readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'),
  ) as { components: { schemas: Record<string, { enum?: string[]; properties?: object }> } };
  const { OutputFormat, RenderOptions } = contract.components.schemas;
  const render = tools.find(({ name }) => name === 'render');
  assert.ok(render);
  const { format, options } = render.input['properties'] as {
    format: { enum: string[] };
    options: { properties: object };
  };
  assert.deepEqual(format.enum, OutputFormat?.enum);
  assert.deepEqual(Object.keys(options.properties), Object.keys(RenderOptions?.properties ?? {}));

  const given: Record<string, unknown> = { templateId: '3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31' };
  checkArguments(render?.input ?? {}, given);
  assert.deepEqual([given['format'], given['variables']], ['png', {}]);
});

test('refuses arguments with all that is wrong with them', () => {
  const render = tools.find(({ name }) => name === 'render')?.input ?? {};
  for (const [given, pointers] of [
    [{}, ['/templateId']],
    [{ templateId: 'x', options: { scale: 9 } }, ['/templateId', '/options/scale']],
    [{ templateId: 'a\0' }, ['/templateId']],
    [{ templateId: '3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31', size: 1 }, ['/size']],
  ] as const) {
    assert.throws(
      () => checkArguments(render, { ...given }),
      ({ facts }: { facts: { errors: { pointer: string }[] } }) => {
        assert.deepEqual(
          facts.errors.map(({ pointer }) => pointer),
          pointers,
        );
        return true;
      },
    );
  }
});

test('each part of the format is a resource, and what the texts name exists', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../../template.schema.json', import.meta.url), 'utf8'),
  ) as { $defs: Record<string, object> };
  assert.equal(formatResources.length, 2 + Object.keys(schema.$defs).length);
  for (const { uri } of formatResources) assert.ok((readFormatResource(uri)?.text ?? '').length > 20, uri);
  assert.equal(readFormatResource('platen://template-format/Nothing'), null);
  assert.equal(readFormatResource('platen://template-format/constructor'), null);

  const texts = [
    instructionsFor({ mayAuthor: true }),
    readFormatResource('platen://template-format')?.text ?? '',
    JSON.stringify(listed),
  ].join('\n');
  const known = new Set(listed.map(({ name }) => name));
  const named = [...texts.matchAll(/\b(?:list|get|save|publish|preview|validate|submit|create)_\w+/g)];
  assert.ok(named.length > 20);
  for (const [name] of named) assert.ok(known.has(name), name);
  for (const [uri] of texts.matchAll(/platen:\/\/[\w-]+\/(?!NAME)\w+/g))
    assert.ok(readFormatResource(uri) !== null, uri);
});
