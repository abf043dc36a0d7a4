import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { RELATIONSHIPS, type Attachment, type Relationship } from '../../render/attachments/attachment.ts';
import { FACTURX_RULES, type FacturxProfile } from '../../render/attachments/facturx.ts';
import { callerPath } from '../caller-folder.ts';
import { CommandError } from '../command-context.ts';
import { systemReason } from '../describe-error.ts';

/** By the extension of a file. Others are bytes. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.xml': 'text/xml',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
};

/** Reads the files of `--attach`, each as `[RELATIONSHIP=]FILE`. */
export async function readAttached(
  given: readonly string[],
  facturx: FacturxProfile | undefined,
): Promise<readonly Attachment[]> {
  const attachments: Attachment[] = [];
  for (const each of given) {
    const { relationship, file } = splitAttached(each);
    const name = path.basename(file);
    const bytes = await readFile(file).catch((error: unknown) => {
      throw new CommandError(`The attached file ${file} cannot be read: ${systemReason(error)}.`);
    });
    attachments.push({
      ...describeAttached(name, facturx, relationship),
      content: new Uint8Array(bytes),
    });
  }
  return attachments;
}

/** What an attached file is, by its name. */
export function describeAttached(
  name: string,
  facturx: FacturxProfile | undefined,
  relationship: Relationship = defaultRelationship(name, facturx),
): Omit<Attachment, 'content'> {
  const mediaType = mediaTypes[path.extname(name).toLowerCase()] ?? 'application/octet-stream';
  return { name, mediaType, relationship };
}

/** The relationship, if one is given, and the path of a file of `--attach`. */
export function splitAttached(given: string): {
  readonly relationship: Relationship | undefined;
  readonly file: string;
} {
  const relationship = RELATIONSHIPS.find((each) => given.startsWith(`${each}=`));
  const file = relationship === undefined ? given : given.slice(relationship.length + 1);
  return { relationship, file: callerPath(file) };
}

/** The XML of an invoice has the first relationship of its profile. */
function defaultRelationship(name: string, facturx: FacturxProfile | undefined): Relationship {
  const rules = facturx === undefined ? undefined : FACTURX_RULES[facturx];
  return rules?.fileName === name ? (rules.relationships[0] ?? 'Unspecified') : 'Unspecified';
}
