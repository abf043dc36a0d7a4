/**
 * Reads openapi.yaml for Prism, and looks up examples. Prism supports neither examples that are files nor
 * headers that belong to one of several examples; both are looked up here.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';

export type Json = Readonly<Record<string, unknown>>;
export type PrismOperations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;
export type PrismOperation = PrismOperations[number];

/** An example of a body: its value, or the path of its file. */
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
/** The response of an operation for one status. */
export interface DocumentedAnswer {
  readonly headers?: Readonly<Record<string, DocumentedHeader>>;
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, Json>> }>>;
}
/** An operation of the contract. */
export interface DocumentedOperation {
  readonly operationId: string;
  /** A request built from the operation's examples. */
  readonly call: {
    readonly method: string;
    readonly path: string;
    /** Path parameters by name. */
    readonly parameters: Json;
    /** Names of query parameters. */
    readonly query: readonly string[];
    /** Names of header parameters, in lower case. */
    readonly headers: readonly string[];
    /** Values of required query parameters by name. */
    readonly requiredQuery: Json;
    readonly body: unknown;
    /** The example file that is the body, for a .zip. */
    readonly bodyFile: string | undefined;
  };
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

interface RawOperation extends Pick<DocumentedOperation, 'operationId' | 'responses'> {
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly example: unknown;
  }[];
  readonly requestBody?: Pick<Required<DocumentedAnswer>, 'content'>;
}

const root = join(import.meta.dirname, '../..');
/** The field that replaces an example's value and holds its name. */
const nameKey = 'x-platen-example';

/** The contract, with all references resolved. */
export interface Contract {
  readonly operations: Readonly<Record<string, DocumentedOperation>>;
  /** The server URL of the document. */
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
      const inQuery = parameters.filter((parameter) => parameter.in === 'query');
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const [body] = Object.values(requestBody?.content['application/json']?.examples ?? {});
      const [zip] = Object.values(requestBody?.content['application/octet-stream']?.examples ?? {});
      operations[operationId] = {
        operationId,
        responses,
        call: {
          method,
          path,
          parameters: Object.fromEntries(inPath.map(({ name, example }) => [name, example])),
          query: inQuery.map(({ name }) => name),
          headers: parameters.flatMap((parameter) =>
            parameter.in === 'header' ? [parameter.name.toLowerCase()] : [],
          ),
          requiredQuery: Object.fromEntries(
            inQuery.filter(({ required }) => required === true).map(({ name, example }) => [name, example]),
          ),
          body: body?.['value'],
          bodyFile: zip?.['externalValue'] as string | undefined,
        },
      };
    }
  }
  return { operations, origin: server?.url ?? '' };
}

/**
 * Reads the contract as Prism operations, without callbacks: a mock has no secret to sign them with.
 *
 * @param prepare may return a stricter document
 */
export async function readPrismOperations(
  prepare: (document: Json) => Json = (document) => document,
): Promise<PrismOperations> {
  const operations = await getHttpOperationsFromSpec(prepare(await readDocument()));
  for (const operation of operations) delete operation.callbacks;
  return operations;
}

/** Reads the contract for Prism's mock: each example body is replaced by its name. */
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

/** The name of the example that the mock chose; null for a generated body. */
export function getExampleName(body: unknown): string | null {
  const name = typeof body === 'object' && body !== null ? (body as Json)[nameKey] : undefined;
  return typeof name === 'string' ? name : null;
}

/** The example with this name, or the first one for null; undefined if there is none. */
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

/** The media type that has an example with this name. */
export function findMediaType(answer: DocumentedAnswer | undefined, exampleName: string): string | undefined {
  const found = Object.entries(answer?.content ?? {}).find(
    ([, { examples }]) => exampleName in (examples ?? {}),
  );
  return found?.[0];
}

/**
 * The headers of an example body: every header with a single example, and of a header with several the one
 * with the same name; if there is none and the header is required, the first one.
 */
export function headersOfExample(
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

/** Reads a file that the document names as an example. */
export function readExampleFile(file: string): Promise<Buffer> {
  return readFile(join(root, file));
}

async function readDocument(): Promise<Json> {
  const document = JSON.parse(await readFile(join(root, 'generated/openapi.json'), 'utf8')) as Json;
  return dereference(document, document) as Json;
}

/** Returns a copy with all references resolved; the contract has no cycles. */
function dereference(node: unknown, document: Json): unknown {
  if (Array.isArray(node)) return node.map((entry) => dereference(entry, document));
  if (typeof node !== 'object' || node === null) return node;
  const reference = (node as Json)['$ref'];
  if (typeof reference === 'string') return dereference(resolve(reference, document), document);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, dereference(value, document)]));
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
