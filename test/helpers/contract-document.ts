import { readFileSync } from 'node:fs';
import path from 'node:path';
import { closeResponseSchemas } from './close-response-schemas.ts';

export type Json = Record<string, unknown>;

/** A value in a contract, and its pointer after references are followed. */
export interface Located {
  readonly pointer: string;
  readonly value: Json;
}

/** An operation of a contract. */
export interface DescribedOperation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** The JSON pointer of the operation. */
  readonly pointer: string;
  /** Without references. */
  readonly parameters: readonly Json[];
  /** The media types of its body. */
  readonly bodyTypes: readonly string[];
  /** Whether it needs no key and no session. */
  readonly isOpen: boolean;
}

/** A documented response. */
export interface DocumentedResponse {
  /** The problem codes; empty if the body is no problem. */
  readonly codes: readonly string[];
  readonly mediaTypes: readonly string[];
  /** In lower case. */
  readonly headers: readonly string[];
  /** Its name, if operations share it. */
  readonly sharedAs: string | null;
}

/** A contract of the service, for tests. */
export class ContractDocument {
  /** Its response schemas allow no undocumented fields. */
  readonly contract: Json;
  readonly operations: readonly DescribedOperation[];

  constructor(name: 'openapi' | 'studio') {
    const file = path.resolve(import.meta.dirname, `../../generated/${name}.json`);
    this.contract = closeResponseSchemas(JSON.parse(readFileSync(file, 'utf8')) as Json);
    const paths = this.contract['paths'] as Record<string, Record<string, Json>>;
    this.operations = Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const pointer = `/paths/${escapeToken(template)}/${method}`;
        const parameters = ((operation['parameters'] ?? []) as Json[]).map((_, at) => ({
          ...this.#read(`${pointer}/parameters/${at}`),
          schema: this.#read(`${pointer}/parameters/${at}/schema`),
        }));
        const body = (operation['requestBody'] ?? {}) as { content?: object };
        return {
          id: String(operation['operationId']),
          method: method.toUpperCase(),
          path: template,
          pointer,
          parameters,
          bodyTypes: Object.keys(body.content ?? {}),
          isOpen: (operation['security'] as unknown[] | undefined)?.length === 0,
        };
      }),
    );
  }

  get operationIds(): readonly string[] {
    return this.operations.map(({ id }) => id);
  }

  /** All methods of all paths. */
  get methods(): ReadonlySet<string> {
    return new Set(this.operations.map(({ method }) => method));
  }

  /** The path that matches a request path, with its methods in upper case; or null. */
  findPath(requestPath: string): { pointer: string; methods: string[] } | null {
    const isMatch = (template: string) =>
      new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(requestPath);
    const template = this.operations.find((operation) => isMatch(operation.path))?.path;
    if (template === undefined) return null;
    const methods = this.operations.filter((each) => each.path === template).map(({ method }) => method);
    return { pointer: `/paths/${escapeToken(template)}`, methods };
  }

  findOperation(operationId: string): DescribedOperation {
    const found = this.operations.find(({ id }) => id === operationId);
    if (found === undefined) throw new Error(`The contract has no operation ${operationId}.`);
    return found;
  }

  /** The documented responses of an operation by status. */
  documentedResponses(operationId: string): Map<number, DocumentedResponse> {
    const responses = this.#read(`${this.findOperation(operationId).pointer}/responses`);
    return new Map(
      Object.entries(responses as Record<string, Json>).map(([status, declared]) => {
        const reference = declared['$ref'] as string | undefined;
        const response = reference === undefined ? declared : this.#read(reference.slice(1));
        const content = (response['content'] ?? {}) as Record<string, Json>;
        const codes = this.#listCodes(content['application/problem+json']?.['schema']);
        const headers = Object.keys(response['headers'] ?? {}).map((name) => name.toLowerCase());
        const sharedAs = reference?.split('/').at(-1) ?? null;
        return [Number(status), { codes, mediaTypes: Object.keys(content), headers, sharedAs }];
      }),
    );
  }

  /** The values of `code` in a problem's schema. */
  #listCodes(schema: unknown): string[] {
    if (typeof schema !== 'object' || schema === null) return [];
    const { $ref, allOf, properties } = schema as { $ref?: string; allOf?: unknown[]; properties?: Json };
    if ($ref !== undefined) return this.#listCodes(this.#read($ref.slice(1)));
    type Code = { $ref?: string; enum?: string[]; const?: string };
    const code = properties?.['code'] as Code | undefined;
    const named = code?.$ref === undefined ? code : (this.#read(code.$ref.slice(1)) as Code);
    const own = named?.const === undefined ? (named?.enum ?? []) : [named.const];
    return [...own, ...(allOf ?? []).flatMap((part) => this.#listCodes(part))];
  }

  /** Resolves a pointer, through references; null if nothing is there. */
  follow(pointer: string): Located | null {
    let at: unknown = this.contract;
    let realPointer = '';
    for (const token of pointer.split('/').slice(1)) {
      at = (at as Json)[token.replaceAll('~1', '/').replaceAll('~0', '~')];
      realPointer += `/${token}`;
      if (at === undefined) return null;
      const reference = (at as Json | null)?.['$ref'];
      if (typeof reference === 'string') {
        const target = this.follow(reference.slice(1));
        if (target === null) return null;
        ({ pointer: realPointer, value: at } = target);
      }
    }
    return { pointer: realPointer, value: at as Json };
  }

  #read(pointer: string): Json {
    return this.follow(pointer)?.value ?? {};
  }
}

/** The public API's contract. */
export const publicContract = new ContractDocument('openapi');

/** The contract of the app. */
export const studioContract = new ContractDocument('studio');

/** Escapes a name for a JSON pointer (RFC 6901). */
export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
