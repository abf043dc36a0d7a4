/** Files that the PDFs of a batch carry: a column says where that of each row is. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { InvalidArgumentError } from 'commander';

import {
  RELATIONSHIPS,
  type GivenAttachment,
  type Relationship,
} from '../../render/attachments/attachment.ts';
import { MAX_ATTACHED_BYTES } from '../../render/attachments/check-attachments.ts';
import type { FacturxProfile } from '../../render/attachments/facturx.ts';
import { CommandError } from '../command-context.ts';
import { systemReason } from '../describe-error.ts';
import { describeAttached } from '../template/read-attached.ts';

/** The name of a file in each PDF, and the variable whose column says where it is. */
export interface AttachedColumn {
  readonly name: string;
  readonly variable: string;
  readonly relationship: Relationship | undefined;
}

/** Reads `--attach`: `[RELATIONSHIP=]NAME=VARIABLE`. */
export function parseAttachedColumn(
  text: string,
  previous: readonly AttachedColumn[] = [],
): readonly AttachedColumn[] {
  const relationship = RELATIONSHIPS.find((each) => text.startsWith(`${each}=`));
  const rest = relationship === undefined ? text : text.slice(relationship.length + 1);
  const [, name = '', variable = ''] = /^(.+)=([^=]+)$/su.exec(rest) ?? [];
  if (name.trim() === '' || variable.trim() === '')
    throw new InvalidArgumentError(
      'It must be [RELATIONSHIP=]NAME=VARIABLE, such as factur-x.xml=invoice: in each row, "invoice" says ' +
        'where the file is.',
    );
  return [...previous, { name: name.trim(), variable: variable.trim(), relationship }];
}

/** The attached files as options of a batch: their contents are values of its rows. */
export function attachmentsOf(
  columns: readonly AttachedColumn[],
  facturx: FacturxProfile | undefined,
): GivenAttachment[] {
  return columns.map(({ name, variable, relationship }) => ({
    ...describeAttached(name, facturx, relationship),
    contentVariable: variable,
  }));
}

interface Row {
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Puts the files in Base64 in place of their paths, which begin at the folder of the rows. A row without a
 * path stays as it is: the submission refuses it.
 *
 * @throws CommandError with the row if a file cannot be read
 */
export async function readAttachedColumns<Given extends Row>(
  rows: readonly Given[],
  columns: readonly AttachedColumn[],
  { file, nameRow }: { readonly file: string; readonly nameRow: (index: number) => string },
): Promise<Given[]> {
  const read = async (given: string, index: number): Promise<string> => {
    const place = path.resolve(path.dirname(file), given);
    const bytes = await readFile(place).catch((error: unknown) => {
      throw new CommandError(`${nameRow(index)}: the file ${given} cannot be read: ${systemReason(error)}.`);
    });
    if (bytes.byteLength <= MAX_ATTACHED_BYTES) return bytes.toString('base64');
    throw new CommandError(
      `${nameRow(index)}: the file ${given} has ${bytes.byteLength} bytes, ` +
        `and a PDF carries at most ${MAX_ATTACHED_BYTES}.`,
    );
  };
  const names = new Set(columns.map(({ variable }) => variable));
  const filled: Given[] = [];
  for (const [index, row] of rows.entries()) {
    const values: Record<string, unknown> = { ...row.values };
    for (const name of names) {
      const given = values[name];
      if (typeof given === 'string' && given !== '') values[name] = await read(given, index);
    }
    filled.push({ ...row, values });
  }
  return filled;
}
