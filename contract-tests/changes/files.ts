import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import type { Acceptance } from './breaking-changes.ts';
import type { Document } from './spell-out.ts';

/** Where the documents are, and the list of what is accepted. */
export interface Files {
  /** The document as it stands. */
  readonly current: string;
  /** The document of the last release. */
  readonly released: string;
  readonly accepted: string;
}

/** Those of the project. */
export const projectFiles: Files = {
  current: path.join(import.meta.dirname, '../../openapi.yaml'),
  released: path.join(import.meta.dirname, 'released.yaml'),
  accepted: path.join(import.meta.dirname, 'accepted.json'),
};

/** A file that does not hold what it must; the message is one line that says where. */
export class UnreadableFile extends Error {}

/**
 * An OpenAPI document.
 *
 * @throws UnreadableFile if it is not YAML, or has no paths.
 */
export async function readDocument(file: string): Promise<Document> {
  const document = parseYaml(file, await readFile(file, 'utf8')) as Partial<Document> | null;
  if (typeof document?.paths !== 'object' || typeof document.components !== 'object') {
    throw new UnreadableFile(`${nameOf(file)}: this is no OpenAPI document with paths and components.`);
  }
  return document as Document;
}

/**
 * The list of what is accepted.
 *
 * @throws UnreadableFile if it is not JSON, or an entry lacks something.
 */
export async function readAcceptances(file: string): Promise<Acceptance[]> {
  const text = await readFile(file, 'utf8');
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile(`${nameOf(file)}: ${(error as Error).message}`, { cause: error });
  }
  if (!Array.isArray(list)) throw new UnreadableFile(`${nameOf(file)}: a list is expected.`);
  for (const [index, entry] of list.entries()) {
    const { reason, changes } = (entry ?? {}) as { reason?: unknown; changes?: unknown };
    if (typeof reason !== 'string' || !Array.isArray(changes)) {
      throw new UnreadableFile(
        `${nameOf(file)}: entry ${index + 1} needs a \`reason\` and a list of \`changes\`.`,
      );
    }
  }
  return list as Acceptance[];
}

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 };
    const what = error.message.split(' at line ')[0] ?? '';
    throw new UnreadableFile(`${nameOf(file)}:${line}:${col}: ${what}`, { cause: error });
  }
}

function nameOf(file: string): string {
  return path.relative(process.cwd(), file);
}
