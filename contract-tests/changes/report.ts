import { copyFile, rename, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { findBreakingChanges, hasReason, review, type BreakingChange } from './breaking-changes.ts';
import { readAcceptances, readDocument, UnreadableFile, type Files } from './files.ts';
import type { Document } from './spell-out.ts';

/** What there is to say, and whether all is well. */
export interface Report {
  readonly isGood: boolean;
  readonly lines: readonly string[];
}

/**
 * Whether the document as it stands breaks programs that were written for the last release's, other than accepted with a
 * reason; what is accepted and not made any more is refused, too.
 */
export async function checkChanges(files: Files): Promise<Report> {
  return await orUnreadable(async () => {
    const { released, changes, refused, stale, unreasoned } = await compare(files);
    const lines = [
      ...(refused.length === 0 ? [] : [JSON.stringify([{ reason: '', changes: refused }], null, 2)]),
      ...unreasoned,
      ...stale.map((change) => `Accepted, but not made (any more): ${inOneLine(change)}`),
    ];
    if (refused.length > 0) {
      lines.push(
        `${count(refused.length, 'change')} of openapi.yaml ${refused.length === 1 ? 'breaks' : 'break'} programs ` +
          `that were written for the last release's document.`,
        'Make it otherwise, or accept it in contract-tests/changes/accepted.json with the reason.',
      );
    }
    if (lines.length > 0) return { isGood: false, lines };
    const accepted = changes.length === 0 ? '' : `, beside ${count(changes.length, 'accepted change')}`;
    const since = `the last release's document (${versionOf(released)})`;
    return {
      isGood: true,
      lines: [`openapi.yaml breaks no program that was written for ${since}${accepted}.`],
    };
  });
}

/**
 * At a release: makes the document as it stands the one that changes are compared with, none of which has been accepted.
 * Refused while something breaks programs and is not accepted, and if something has changed but not the version.
 */
export async function takeRelease(files: Files): Promise<Report> {
  return await orUnreadable(async () => {
    const { current, released, refused, unreasoned } = await compare(files);
    const lines = [...refused.map((change) => `Not accepted: ${inOneLine(change)}`), ...unreasoned];
    if (refused.length > 0) {
      lines.push(`${count(refused.length, 'change')} would go unseen. Look at \`npm run changes\` first.`);
    }
    const hasChanged = !isDeepStrictEqual(current, released);
    if (hasChanged && versionOf(current) === versionOf(released)) {
      lines.push(
        `openapi.yaml has changed since the last release, and still has its version (${versionOf(released)}): ` +
          'give `info.version` a new one.',
      );
    }
    if (lines.length > 0) return { isGood: false, lines };
    // The document first: if this ends in between, the list names changes that are not made, and doing it again mends that.
    const unfinished = `${files.released}.unfinished`;
    await copyFile(files.current, unfinished);
    await rename(unfinished, files.released);
    await writeFile(files.accepted, '[]\n');
    const before = hasChanged ? `, in place of ${versionOf(released)}` : ', which has not changed';
    return { isGood: true, lines: [`Changes are compared with ${versionOf(current)} from now on${before}.`] };
  });
}

interface Comparison extends ReturnType<typeof review> {
  readonly current: Document;
  readonly released: Document;
  readonly changes: readonly BreakingChange[];
  /** A line for each entry of the list that has no reason. */
  readonly unreasoned: readonly string[];
}

async function compare(files: Files): Promise<Comparison> {
  const [released, current] = [await readDocument(files.released), await readDocument(files.current)];
  const acceptances = await readAcceptances(files.accepted);
  const changes = await findBreakingChanges(released, current);
  const unreasoned = acceptances.flatMap((acceptance, index) =>
    hasReason(acceptance) ? [] : [`Entry ${index + 1} of accepted.json has no reason, and accepts nothing.`],
  );
  return { current, released, changes, unreasoned, ...review(changes, acceptances) };
}

async function orUnreadable(report: () => Promise<Report>): Promise<Report> {
  try {
    return await report();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { isGood: false, lines: [error.message] };
  }
}

function versionOf(document: Document): string {
  return String((document['info'] as { version?: unknown } | undefined)?.version);
}

function inOneLine({ rule, where, what }: BreakingChange): string {
  return `${rule} at ${where}: ${what}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
