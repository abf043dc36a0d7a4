/**
 * openapi.yaml as Prism is given it, and what it documents of an answer. Prism knows neither examples that are files nor
 * headers that go with one example of several; both are looked up here.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';

export type Json = Readonly<Record<string, unknown>>;
export type PrismOperations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;
export type PrismOperation = PrismOperations[number];

/** An example of a body: its value, or the file that it is. */
export interface BodyExample {
  readonly name: string;
  readonly value: unknown;
  readonly file: string | null;
}

interface DocumentedHeader {
  readonly required?: boolean;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
/** One status of an operation. */
export interface DocumentedAnswer {
  readonly headers?: Readonly<Record<string, DocumentedHeader>>;
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, Json>> }>>;
}
/** An operation as the contract has it. */
export interface DocumentedOperation {
  readonly operationId: string;
  /** A request to it, put together from its examples. */
  readonly call: {
    readonly method: string;
    readonly path: string;
    /** Those of the path. */
    readonly parameters: Json;
    /** Names of those of the query. */
    readonly query: readonly string[];
    readonly body: unknown;
  };
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

interface RawOperation extends Pick<DocumentedOperation, 'operationId' | 'responses'> {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly example: unknown }[];
  readonly requestBody?: Pick<Required<DocumentedAnswer>, 'content'>;
}

const root = join(import.meta.dirname, '../..');
/** In the place of an example's value, the example's name. */
const nameKey = 'x-platen-example';

/** The contract, with every reference followed. */
export interface Contract {
  readonly operations: Readonly<Record<string, DocumentedOperation>>;
  /** Where the document says that the service is. */
  readonly origin: string;
}

/** Reads the contract. */
export async function readContract(): Promise<Contract> {
  const document = await readDocument();
  const [server] = document['servers'] as { url: string }[];
  const operations: Record<string, DocumentedOperation> = {};
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId, responses, parameters = [], requestBody } = operation as unknown as RawOperation;
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const [body] = Object.values(requestBody?.content['application/json']?.examples ?? {});
      operations[operationId] = {
        operationId,
        responses,
        call: {
          method,
          path,
          parameters: Object.fromEntries(inPath.map(({ name, example }) => [name, example])),
          query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
          body: body?.['value'],
        },
      };
    }
  }
  return { operations, origin: server?.url ?? '' };
}

/**
 * The contract as Prism reads it. It calls nobody back: a mock has no secret to sign with.
 *
 * @param prepare makes a stricter document of it
 */
export async function readPrismOperations(
  prepare: (document: Json) => Json = (document) => document,
): Promise<PrismOperations> {
  const operations = await getHttpOperationsFromSpec(prepare(await readDocument()));
  for (const operation of operations) delete operation.callbacks;
  return operations;
}

/** The contract as Prism's mock reads it: an example of an answer's body is its name. */
export async function readMockOperations(): Promise<PrismOperations> {
  const operations = await readPrismOperations();
  for (const { responses } of operations) {
    for (const { contents = [] } of responses) {
      for (const content of contents) {
        content.examples = (content.examples ?? []).map(({ id, key }) => ({
          id,
          key,
          value: { [nameKey]: key },
        }));
      }
    }
  }
  return operations;
}

/** The name of the example that the mock chose; null for a body that it made up. */
export function chosenName(body: unknown): string | null {
  const name = typeof body === 'object' && body !== null ? (body as Json)[nameKey] : undefined;
  return typeof name === 'string' ? name : null;
}

/** The example of that name, or the first one; undefined where there is none. */
export function findExample(
  answer: DocumentedAnswer | undefined,
  mediaType: string,
  name: string | null,
): BodyExample | undefined {
  const examples = answer?.content?.[mediaType]?.examples ?? {};
  const found = name ?? Object.keys(examples)[0];
  const example = found === undefined ? undefined : examples[found];
  if (found === undefined || example === undefined) return undefined;
  const { externalValue } = example;
  return {
    name: found,
    value: example['value'],
    file: typeof externalValue === 'string' ? externalValue : null,
  };
}

/** The media type of an answer that has an example of that name. */
export function findMediaType(answer: DocumentedAnswer | undefined, exampleName: string): string | undefined {
  const found = Object.entries(answer?.content ?? {}).find(
    ([, { examples }]) => exampleName in (examples ?? {}),
  );
  return found?.[0];
}

/**
 * The headers that go with an example of a body: a header with one example always does, one with several only by the example
 * that bears the same name, or if it has to be there.
 */
export function headersWith(
  answer: DocumentedAnswer | undefined,
  exampleName: string,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, { required = false, example, examples = {} }] of Object.entries(answer?.headers ?? {})) {
    const value =
      example ?? examples[exampleName]?.value ?? (required ? Object.values(examples)[0]?.value : undefined);
    if (value !== undefined) headers[name] = `${value as string | number}`;
  }
  return headers;
}

/** The bytes of a file that the document names as an example. */
export function readExampleFile(file: string): Promise<Buffer> {
  return readFile(join(root, file));
}

async function readDocument(): Promise<Json> {
  const document = JSON.parse(await readFile(join(root, 'generated/openapi.json'), 'utf8')) as Json;
  return follow(document, document) as Json;
}

/** A copy without references; the contract has no circle in it. */
function follow(node: unknown, document: Json): unknown {
  if (Array.isArray(node)) return node.map((entry) => follow(entry, document));
  if (typeof node !== 'object' || node === null) return node;
  const reference = (node as Json)['$ref'];
  if (typeof reference === 'string') return follow(resolve(reference, document), document);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, follow(value, document)]));
}

function resolve(reference: string, document: Json): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (node, name) => (node as Json)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    );
}
