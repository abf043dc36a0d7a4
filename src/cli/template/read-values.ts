import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-context.ts';
import { systemReason } from '../describe-error.ts';
import type { TemplateOnDisk } from '../../domain/templates/select-files.ts';

/** Values of variables, and the file that they are from. */
export interface GivenValues {
  readonly values: Readonly<Record<string, unknown>>;
  /** Null: they are from the command line. */
  readonly source: string | null;
}

/** Whether `--vars` is JSON itself, not the path of a file. */
export function isInlineJson(vars: string): boolean {
  return /^\s*[[{"]/.test(vars) && !vars.toLowerCase().endsWith('.json');
}

/**
 * The values of `--vars`, which is JSON or the path of a file. Without it, those of the template's
 * `example.json`, if it has one.
 *
 * @throws CommandError
 */
export async function readValues(vars: string | undefined, template: TemplateOnDisk): Promise<GivenValues> {
  if (vars === undefined) {
    const { exampleJson } = template;
    if (exampleJson === null) return { values: {}, source: null };
    return { values: parseValues(exampleJson, 'example.json'), source: 'example.json' };
  }
  if (isInlineJson(vars)) return { values: parseValues(Buffer.from(vars), null), source: null };
  const bytes = await readFile(vars).catch((error: unknown) => {
    throw new CommandError(
      `--vars names a file that cannot be read (${vars}: ${systemReason(error)}). ` +
        `It must be a JSON object, like '{"title": "Hello"}', or the path of a file with one.`,
    );
  });
  return { values: parseValues(bytes, vars), source: vars };
}

function parseValues(bytes: Uint8Array, source: string | null): Record<string, unknown> {
  const name = source ?? '--vars';
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new CommandError(`${name} is not JSON: ${(error as Error).message}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const given = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
    throw new CommandError(
      `${name} must be a JSON object of strings, like '{"title": "Hello"}', but is ${given}.`,
    );
  }
  return value as Record<string, unknown>;
}
