/**
 * Reports what in openapi.yaml would break programs that were written for the last release's document, released.yaml. A change
 * that is made all the same is listed in accepted.json with its reason; what is listed there and not made any more fails, too.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { findBreakingChanges, review, type Acceptance } from './breaking-changes.ts';
import type { Document } from './spell-out.ts';

const read = async (file: string): Promise<Document> =>
  parse(await readFile(path.join(import.meta.dirname, file), 'utf8')) as Document;
const changes = await findBreakingChanges(await read('released.yaml'), await read('../../openapi.yaml'));
const acceptances = JSON.parse(
  await readFile(path.join(import.meta.dirname, 'accepted.json'), 'utf8'),
) as Acceptance[];
const { refused, stale } = review(changes, acceptances);

if (refused.length > 0) {
  process.stdout.write(
    `${JSON.stringify([{ reason: '', changes: refused }], null, 2)}\n` +
      `${refused.length} changes of openapi.yaml break programs that were written for the last release's document.\n` +
      `Make them otherwise, or accept them in contract-tests/changes/accepted.json with the reason.\n`,
  );
}
for (const { rule, where, what } of stale) {
  process.stdout.write(`Accepted, but not made (any more): ${rule} at ${where}: ${what}\n`);
}
process.exitCode = refused.length + stale.length > 0 ? 1 : 0;
