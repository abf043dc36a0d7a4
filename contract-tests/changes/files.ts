import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import type { Acceptance } from './breaking-changes.ts';
import type { Document } from './normalize.ts';

/** The paths of a contract's documents and of the list of accepted changes. */
export interface Files {
  /** The name of the current document in reports. */
  readonly name: string;
  /** The current document. */
  readonly current: string;
  /** The document of the last release. */
  readonly released: string;
  readonly accepted: string;
}

/** The project's files: the public API's, and those of the app's contract. */
export const projectFiles: readonly Files[] = [
  { name: 'openapi.yaml', folder: '' },
  { name: 'studio/openapi.yaml', folder: 'studio' },
].map(({ name, folder }) => ({
  name,
  current: path.join(import.meta.dirname, '../..', name),
  released: path.join(import.meta.dirname, folder, 'released.yaml'),
  accepted: path.join(import.meta.dirname, folder, 'accepted.json'),
}));

/** A file with wrong content. The message is one line with the file and the place. */
export class InvalidFile extends Error {}

/**
 * Reads an OpenAPI document.
 *
 * @throws InvalidFile if it is not YAML, or has no paths.
 */
export async function readDocument(file: string): Promise<Document> {
  const document = parseYaml(file, await readFile(file, 'utf8')) as Partial<Document> | null;
  if (typeof document?.paths !== 'object' || typeof document.components !== 'object') {
    throw new InvalidFile(`${getName(file)}: this is not an OpenAPI document with paths and components.`);
  }
  return document as Document;
}

/**
 * Reads the list of accepted changes.
 *
 * @throws InvalidFile if it is not JSON, or an entry is incomplete.
 */
export async function readAcceptances(file: string): Promise<Acceptance[]> {
  const text = await readFile(file, 'utf8');
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new InvalidFile(`${getName(file)}: ${(error as Error).message}`, { cause: error });
  }
  if (!Array.isArray(list)) throw new InvalidFile(`${getName(file)}: expected a list.`);
  for (const [index, entry] of list.entries()) {
    const { reason, changes } = (entry ?? {}) as { reason?: unknown; changes?: unknown };
    if (typeof reason !== 'string' || !Array.isArray(changes)) {
      throw new InvalidFile(
        `${getName(file)}: entry ${index + 1} needs a \`reason\` and a list of \`changes\`.`,
      );
    }
  }
  return list as Acceptance[];
}

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text, { maxAliasCount: -1 });
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 };
    const what = error.message.split(' at line ')[0] ?? '';
    throw new InvalidFile(`${getName(file)}:${line}:${col}: ${what}`, { cause: error });
  }
}

function getName(file: string): string {
  return path.relative(process.cwd(), file);
}
