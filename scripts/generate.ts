/**
 * Generates files from the contracts: types of each OpenAPI document for the service and for its client, the
 * document as JSON for the router and as plain YAML for users, the public one also in its 3.0 form, types
 * of template.schema.json. Takes the icons that Studio uses from their package, describes the templates that
 * it offers, and compiles the programs of wasm/. With --check it writes nothing, lists stale files and exits
 * with 1 if there are any.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import tabler from '@iconify-json/tabler/icons.json' with { type: 'json' };
import asc from 'assemblyscript/asc';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { isNode, parse, parseDocument, stringify, visit, type Node } from 'yaml';
import { formatText } from './format-text.ts';
import { generateGallery } from './gallery/catalogue.ts';
import { downConvert } from './openapi-3.0/down-convert.ts';

const root = join(import.meta.dirname, '..');

/** The HTTP contracts: the public API's, and that of the app. */
const contracts = [
  {
    source: 'openapi.yaml',
    types: 'generated/openapi.ts',
    clientTypes: 'clients/typescript/src/openapi.ts',
    json: 'generated/openapi.json',
    yaml: 'generated/openapi.yaml',
    json30: 'generated/openapi-3.0.json',
    yaml30: 'generated/openapi-3.0.yaml',
  },
  {
    source: 'studio/openapi.yaml',
    types: 'generated/studio.ts',
    // The app is a part of this project: it uses the service's types, with its own for binary bodies.
    clientTypes: null,
    json: 'generated/studio.json',
    yaml: 'generated/studio.yaml',
    // No clients are generated of it.
    json30: null,
    yaml30: null,
  },
];

/**
 * Types of an HTTP contract. Binary bodies are a parameter, by default what the service reads and writes:
 * bytes or a stream of them.
 */
async function generateHttpTypes(source: string): Promise<string> {
  const types = await httpTypes(source, ts.factory.createTypeReferenceNode('Binary'));
  const parameter = '<Binary = Uint8Array | ReadableStream<Uint8Array>>';
  return types
    .replaceAll(/^export interface (paths|operations) /gm, `export interface $1${parameter} `)
    .replaceAll(/\boperations(?=\[)/g, 'operations<Binary>');
}

/** Types of an HTTP contract for clients, who read binary bodies with `parseAs: 'blob'`, or as a stream. */
async function generateClientTypes(source: string): Promise<string> {
  return await httpTypes(source, ts.factory.createTypeReferenceNode('Blob'));
}

async function httpTypes(source: string, binary: ts.TypeNode): Promise<string> {
  const nodes = await openapiTypescript(pathToFileURL(join(root, source)), {
    // Clients may omit fields with a default; the types serve them too.
    defaultNonNullable: false,
    transform: (schema) => (schema.format === 'binary' ? binary : undefined),
  });
  const banner = `// Generated from ${source} by scripts/generate.ts; change that instead.`;
  return `${banner}\n\n${astToString(nodes)}`;
}

/** An HTTP contract as JSON. */
async function generateHttpDocument(source: string): Promise<string> {
  const document: unknown = parse(await readFile(join(root, source), 'utf8'), { maxAliasCount: -1 });
  return JSON.stringify(document);
}

/** An HTTP contract in its 3.0 form. */
async function generateOlderDocument(source: string): Promise<Readonly<Record<string, unknown>>> {
  return await downConvert(parse(await readFile(join(root, source), 'utf8')) as Record<string, unknown>);
}

/**
 * An HTTP contract as YAML with its comments, but without aliases: Java tools (SnakeYAML) reject a document
 * with more than 50 aliases.
 */
async function generatePlainDocument(source: string): Promise<string> {
  const document = parseDocument(await readFile(join(root, source), 'utf8'));
  const anchors = new Map<string, Node>();
  visit(document, {
    Value: (_key, node) => void (node.anchor !== undefined && anchors.set(node.anchor, node)),
    Alias: (_key, { source: anchor }) => anchors.get(anchor)?.clone() as Node | undefined,
  });
  visit(document, (_key, node) => {
    if (isNode(node) && 'anchor' in node) delete node.anchor;
  });
  return document.toString({ lineWidth: 0 });
}

/** Types of the template contract. */
async function generateTemplateTypes(): Promise<string> {
  const schema: unknown = JSON.parse(await readFile(join(root, 'template.schema.json'), 'utf8'));
  return compile(unionsForTypescript(schema) as JSONSchema, 'TemplateDocument', {
    bannerComment: '// Generated from template.schema.json by scripts/generate.ts; change that instead.',
    additionalProperties: false,
    // Up to four radii read better as an array than as a tuple with optional members.
    ignoreMinAndMaxItems: true,
    format: false,
  });
}

/** Types of the schema of a foreign format. */
async function generateDesignTypes(source: string): Promise<string> {
  const schema: unknown = JSON.parse(await readFile(join(root, source), 'utf8'));
  return compile(unionsForTypescript(schema) as JSONSchema, 'Design', {
    bannerComment: `// Generated from ${source} by scripts/generate.ts; change that instead.`,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    format: false,
  });
}

/** The foreign formats whose types come from a schema. */
const designSchemas = await Array.fromAsync(glob('src/importers/*/schema.json', { cwd: root }));

/**
 * Rewrites "if object then A, else B" as a union, because the type compiler supports only unions. The schema
 * uses conditionals for one precise error instead of one per union member.
 */
function unionsForTypescript(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(unionsForTypescript);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) copy[key] = unionsForTypescript(value);
  const { if: condition, then, else: otherwise, ...rest } = copy;
  // Otherwise, a reference with its own description would become a separate type.
  if (rest['$ref'] !== undefined && Object.keys(rest).length > 1) {
    return { description: rest['description'], allOf: [{ $ref: rest['$ref'] }] };
  }
  if (condition === undefined) return rest;
  return 'properties' in rest ? rest : { ...rest, anyOf: [then, otherwise] };
}

/** The icons that Studio imports. As a package of components they would be 18,000 files more to install. */
async function generateIcons(): Promise<string> {
  const names = new Set<string>();
  for await (const file of glob('studio/web/src/**/*.{ts,tsx}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    const imported = /import \{([^}]*)\} from '[./]*\/generated\/icons\.ts'/.exec(text)?.[1] ?? '';
    for (const [name] of imported.matchAll(/\w+/g)) names.add(name);
  }
  const exports = [...names].sort().map((name) => `export const ${name} = createIcon('${iconPath(name)}');`);
  return [
    '// Generated from @iconify-json/tabler by scripts/generate.ts, for the names that Studio imports.',
    "import { createIcon } from '../parts/icon.tsx';",
    '',
    ...exports,
  ].join('\n');
}

/** The path of an icon. `IconBook2` is named `book-2` in the package. */
function iconPath(name: string): string {
  const key = name
    .slice('Icon'.length)
    .replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, '-')
    .toLowerCase();
  const icons: Readonly<Record<string, { readonly body: string }>> = tabler.icons;
  const body = icons[key]?.body;
  if (body === undefined) throw new Error(`${name}: there is no icon ${key}`);
  const elements = new Set([...body.matchAll(/<(\w+)/g)].map(([, element]) => element));
  if (!elements.isSubsetOf(new Set(['g', 'path']))) throw new Error(`${name} is not made of paths alone`);
  // A path starts at the corner of the icon, not where the one before it ends.
  return [...body.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path!.replace(/^m/, 'M0 0m')).join('');
}

const outputs: Record<string, () => Promise<string>> = {
  ...Object.fromEntries(
    contracts.flatMap(({ source, types, clientTypes, json, yaml, json30, yaml30 }) => [
      [types, () => generateHttpTypes(source)],
      [json, () => generateHttpDocument(source)],
      [yaml, () => generatePlainDocument(source)],
      ...(json30 === null
        ? []
        : [[json30, async () => JSON.stringify(await generateOlderDocument(source))] as const]),
      ...(yaml30 === null
        ? []
        : [
            [
              yaml30,
              async () =>
                stringify(await generateOlderDocument(source), {
                  aliasDuplicateObjects: false,
                  lineWidth: 0,
                }),
            ] as const,
          ]),
      ...(clientTypes === null ? [] : [[clientTypes, () => generateClientTypes(source)] as const]),
    ]),
  ),
  'generated/template.ts': generateTemplateTypes,
  ...Object.fromEntries(
    designSchemas.map((source) => [
      `generated/designs/${basename(dirname(source))}.ts`,
      () => generateDesignTypes(source),
    ]),
  ),
  'studio/web/src/generated/icons.ts': generateIcons,
  'studio/web/src/generated/gallery.ts': generateGallery,
};

/** WebAssembly: the PNG encoder, and the network that finds faces. */
const programs = {
  'generated/png.wasm': 'wasm/png/encoder.ts',
  'generated/faces.wasm': 'wasm/faces/network.ts',
};

async function compileProgram(file: string): Promise<Uint8Array> {
  let compiled: Uint8Array | null = null;
  const source = [join(root, file), '--outFile', 'program.wasm', '--runtime', 'stub'];
  const settings = ['--enable', 'simd', '-O3', '--converge', '--noAssert', '--zeroFilledMemory'];
  const { error } = await asc.main([...source, ...settings], {
    writeFile: (_name, contents) => {
      if (contents instanceof Uint8Array) compiled = contents;
    },
  });
  if (error !== null) throw new Error(`${file} does not compile`, { cause: error });
  if (compiled === null) throw new Error(`the compiler of ${file} wrote nothing`);
  return compiled;
}

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const stale: string[] = [];
for (const [file, generate] of Object.entries(outputs)) {
  const text = await formatText(file, await generate());
  const path = join(root, file);
  const current = await readFile(path, 'utf8').catch(() => null);
  if (current === text) continue;
  if (options.check) stale.push(file);
  else await writeFile(path, text);
}
for (const [file, source] of Object.entries(programs)) {
  const program = Buffer.from(await compileProgram(source));
  const current = await readFile(join(root, file)).catch(() => null);
  if (current !== null && program.equals(current)) continue;
  if (options.check) stale.push(file);
  else await writeFile(join(root, file), program);
}
if (stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run npm run generate and commit the result.`);
  process.exitCode = 1;
}
