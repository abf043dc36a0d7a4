import { readFileSync } from 'node:fs';
import path from 'node:path';
import { closeResponseSchemas } from './close-response-schemas.ts';

export type Json = Record<string, unknown>;

/** A value in the contract, and its pointer after references are followed. */
export interface Located {
  readonly pointer: string;
  readonly value: Json;
}

/** The contract. Its response schemas allow no undocumented fields. */
export const contract = closeResponseSchemas(
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../generated/openapi.json'), 'utf8')) as Json,
);

const paths = contract['paths'] as Record<string, Record<string, Json>>;

/** The contract's path that matches a request path, with its methods in upper case; or null. */
export function findPath(requestPath: string): { pointer: string; methods: string[] } | null {
  for (const [template, operations] of Object.entries(paths)) {
    const pattern = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
    if (!pattern.test(requestPath)) continue;
    const methods = Object.keys(operations).map((method) => method.toUpperCase());
    return { pointer: `/paths/${escapeToken(template)}`, methods };
  }
  return null;
}

/** All methods of all paths. */
export const methodsOfContract: ReadonlySet<string> = new Set(
  Object.values(paths).flatMap((operations) => Object.keys(operations).map((method) => method.toUpperCase())),
);

/** The JSON pointer of an operation. */
export function operationPointer(operationId: string): string {
  for (const [template, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation['operationId'] === operationId) return `/paths/${escapeToken(template)}/${method}`;
    }
  }
  throw new Error(`The contract has no operation ${operationId}.`);
}

/** All operations. */
export const operationIds: readonly string[] = Object.values(paths).flatMap((operations) =>
  Object.values(operations).map((operation) => String(operation['operationId'])),
);

/** A documented response. */
export interface DocumentedResponse {
  /** The problem codes; empty if the body is no problem. */
  readonly codes: readonly string[];
  readonly mediaTypes: readonly string[];
  /** In lower case. */
  readonly headers: readonly string[];
}

/** The documented responses of an operation by status. */
export function documentedResponses(operationId: string): Map<number, DocumentedResponse> {
  const pointer = `${operationPointer(operationId)}/responses`;
  const statuses = Object.keys(follow(pointer)?.value ?? {});
  return new Map(
    statuses.map((status) => {
      const response = follow(`${pointer}/${status}`)?.value ?? {};
      const content = (response['content'] ?? {}) as Record<string, Json>;
      const codes = listCodes(content['application/problem+json']?.['schema']);
      const headers = Object.keys(response['headers'] ?? {}).map((name) => name.toLowerCase());
      return [Number(status), { codes, mediaTypes: Object.keys(content), headers }];
    }),
  );
}

/** The values of `code` in a problem's schema. */
function listCodes(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, allOf, properties } = schema as { $ref?: string; allOf?: unknown[]; properties?: Json };
  if ($ref !== undefined) return listCodes(follow($ref.slice(1))?.value);
  const code = properties?.['code'] as { $ref?: string; enum?: string[] } | undefined;
  const named = code?.$ref === undefined ? code : (follow(code.$ref.slice(1))?.value as typeof code);
  return [...(named?.enum ?? []), ...(allOf ?? []).flatMap(listCodes)];
}

/** Resolves a pointer in the contract, through references; null if nothing is there. */
export function follow(pointer: string): Located | null {
  let at: unknown = contract;
  let realPointer = '';
  for (const token of pointer.split('/').slice(1)) {
    at = (at as Json)[token.replaceAll('~1', '/').replaceAll('~0', '~')];
    realPointer += `/${token}`;
    if (at === undefined) return null;
    const reference = (at as Json | null)?.['$ref'];
    if (typeof reference === 'string') {
      const target = follow(reference.slice(1));
      if (target === null) return null;
      ({ pointer: realPointer, value: at } = target);
    }
  }
  return { pointer: realPointer, value: at as Json };
}

/** Escapes a name for a JSON pointer (RFC 6901). */
export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
