import type { IncomingMessage } from 'node:http';
import type { Operation } from 'openapi-backend';
import type { FieldError } from '../domain/errors.ts';

/** The names of the header fields that an operation declares as its parameters. */
export function headerParameters(operation: Operation): string[] {
  return (operation.parameters ?? []).flatMap((parameter) =>
    'in' in parameter && parameter.in === 'header' ? [parameter.name] : [],
  );
}

/** The values of header fields, by the names that the contract gives them. */
export function readHeaders(names: readonly string[], { headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name.toLowerCase()];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** What is wrong with fields that came more than once: Node has joined their values to one that nobody sent. */
export function findRepeatedHeaders(
  names: readonly string[],
  { headersDistinct }: IncomingMessage,
): FieldError[] {
  return names
    .filter((name) => (headersDistinct[name.toLowerCase()]?.length ?? 0) > 1)
    .map((name) => ({
      pointer: `/header/${name}`,
      detail: 'Is given more than once; expected one value.',
    }));
}
