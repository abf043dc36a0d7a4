/** The contract in its 3.0 form, for generators of clients that do not read OpenAPI 3.1. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

type Json = Readonly<Record<string, unknown>>;

interface Document extends Json {
  readonly components: { readonly schemas: Record<string, Json> };
}

/**
 * Converts a document of OpenAPI 3.1. What the converter leaves as it is, is written in the words of 3.0
 * first: values of several types, references or null, and limits that are not reached.
 */
export async function downConvert(document: Json): Promise<Json> {
  const { Converter } = await loadConverter();
  const { summary: _summary, license: _license, ...info } = document['info'] as Json;
  // In 3.0 a licence has an address, and no identifier.
  const license = { name: 'MIT', url: 'https://opensource.org/license/mit' };
  const prepared = { ...(prepare(document) as Document), info: { ...info, license } };
  for (const name of findNullable(document)) {
    const schema = prepared.components.schemas[name];
    prepared.components.schemas[name] = { ...schema, nullable: true };
  }
  nameConstants(prepared.components.schemas);
  return new Converter(prepared, { allOfTransform: true }).convert();
}

/**
 * Names the constants of enumerations that share a value: some generators name a constant after its value
 * alone, and two of one name do not compile.
 */
function nameConstants(schemas: Record<string, Json>): void {
  const enumerations = Object.entries(schemas).flatMap(([name, { type, enum: accepted }]) =>
    type === 'string' && Array.isArray(accepted) ? [[name, accepted as string[]] as const] : [],
  );
  const owners = Map.groupBy(
    enumerations.flatMap(([name, accepted]) => accepted.map((value) => ({ name, value }))),
    ({ value }) => value,
  );
  for (const [name, accepted] of enumerations) {
    if (!accepted.some((value) => (owners.get(value)?.length ?? 0) > 1)) continue;
    const prefix = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_');
    const names = accepted.map((value) => `${prefix}_${value.replaceAll(/\W/g, '_')}`.toUpperCase());
    schemas[name] = { ...schemas[name], 'x-enum-varnames': names };
  }
}

/** What is written in an example is a value, not a schema. */
const values: ReadonlySet<string> = new Set(['example', 'value', 'default', 'enum', 'const']);

function prepare(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(prepare);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node as Json).map(([key, value]): [string, unknown] => [
    key,
    values.has(key) ? value : prepare(value),
  ]);
  const { exclusiveMinimum, type, anyOf, ...rest } = Object.fromEntries(entries) as Json;
  if (typeof exclusiveMinimum === 'number')
    return { ...rest, type, minimum: exclusiveMinimum, exclusiveMinimum: true };
  if (Array.isArray(type) && !type.includes('null')) return prepareTypes(type as string[], rest);
  const others = Array.isArray(anyOf) ? anyOf.filter((each) => (each as Json)['type'] !== 'null') : [];
  if (Array.isArray(anyOf) && others.length < anyOf.length)
    return { ...rest, type: 'object', nullable: true, allOf: others };
  // What has names of the caller's choice is an object; 3.1 leaves that to the check of values.
  const inferred = type ?? (typeof rest['additionalProperties'] === 'object' ? 'object' : undefined);
  const typed = { ...rest, ...(inferred === undefined ? {} : { type: inferred }) };
  return anyOf === undefined ? typed : { ...withDefaultInWords(typed), anyOf };
}

/** Generators do not compile the default of a value of several types. */
function withDefaultInWords({ default: value, ...schema }: Json): Json {
  if (value === undefined) return schema;
  return {
    ...schema,
    description: `${String(schema['description']).trimEnd()} Without it, ${JSON.stringify(value)}.`,
  };
}

/** The schemas that stand beside null somewhere: in 3.0 it is they that have to accept it. */
function findNullable(document: Json): string[] {
  const found = JSON.stringify(document).matchAll(
    /"anyOf":\[\{"\$ref":"#\/components\/schemas\/(\w+)"\},\{"type":"null"\}\]/g,
  );
  return [...found].map(([, name = '']) => name);
}

/**
 * A string or an array, the only two types that a value has, is any value here: most generators make an empty
 * class of a choice between types, which sends nothing. The service checks what it gets.
 */
function prepareTypes(types: readonly string[], { pattern: _pattern, items: _items, ...rest }: Json): Json {
  if (types.join() !== 'string,array') throw new Error(`3.0 has no form yet for the types ${types.join()}.`);
  return rest;
}

interface ConverterModule {
  readonly Converter: new (document: Json, options: Json) => { convert(): Json };
}

/** Installs the converter where it is not yet: it brings a compiler of its own, which nothing else needs. */
async function loadConverter(): Promise<ConverterModule> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/openapi-3.0');
  const files = ['package.json', 'package-lock.json'];
  const lock = await readFile(join(import.meta.dirname, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  const stamp = join(folder, 'made-from');
  if ((await readFile(stamp, 'utf8').catch(() => null)) !== hash) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const file of files) await copyFile(join(import.meta.dirname, file), join(folder, file));
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
    const { status, stderr } = spawnSync('npm', words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The converter of the contract could not be installed:\n${stderr}`);
    await writeFile(stamp, hash);
  }
  return createRequire(join(folder, 'package.json'))('@apiture/openapi-down-convert') as ConverterModule;
}
