import { readFileSync } from 'node:fs';
import path from 'node:path';
import { closeAnswers } from './close-answers.ts';

export type Json = Record<string, unknown>;

/** Something in the contract: where it really is, once references are followed, and what it is. */
export interface Place {
  readonly pointer: string;
  readonly value: Json;
}

/** The contract as the service reads it, with no fields in answers but those that are documented. */
export const contract = closeAnswers(
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../generated/openapi.json'), 'utf8')) as Json,
);

const paths = contract['paths'] as Record<string, Record<string, Json>>;

/** The path of the contract that a request path is for, with its methods in upper case; or null. */
export function findPath(requestPath: string): { pointer: string; methods: string[] } | null {
  for (const [template, operations] of Object.entries(paths)) {
    const pattern = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
    if (!pattern.test(requestPath)) continue;
    const methods = Object.keys(operations).map((method) => method.toUpperCase());
    return { pointer: `/paths/${escapeToken(template)}`, methods };
  }
  return null;
}

/** Every method that any path has. */
export const methodsOfContract: ReadonlySet<string> = new Set(
  Object.values(paths).flatMap((operations) => Object.keys(operations).map((method) => method.toUpperCase())),
);

/** Where an operation is. */
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

/** What an operation documents of one of its statuses. */
export interface DocumentedResponse {
  /** Of its problem; none where it is no problem. */
  readonly codes: readonly string[];
  readonly mediaTypes: readonly string[];
  /** In lower case. */
  readonly headers: readonly string[];
}

/** Every documented status of an operation. */
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

/** The values that a problem's schema has for `code`. */
function listCodes(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, allOf, properties } = schema as { $ref?: string; allOf?: unknown[]; properties?: Json };
  if ($ref !== undefined) return listCodes(follow($ref.slice(1))?.value);
  const own = (properties?.['code'] as { enum?: string[] } | undefined)?.enum ?? [];
  return [...own, ...(allOf ?? []).flatMap(listCodes)];
}

/** What is at a pointer of the contract, through references; null where there is nothing. */
export function follow(pointer: string): Place | null {
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

/** A name as a part of a JSON pointer. */
export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
