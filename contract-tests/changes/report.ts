import { copyFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findBreakingChanges, hasReason, review, type BreakingChange } from './breaking-changes.ts';
import { readAcceptances, readDocument, InvalidFile, type Files } from './files.ts';
import type { Document } from './normalize.ts';

const root = path.join(import.meta.dirname, '../..');

/** The lines to print, and whether the check passes. */
export interface Report {
  readonly isGood: boolean;
  readonly lines: readonly string[];
}

/**
 * Fails if the current document has breaking changes that are not accepted with a reason, or if an accepted
 * change does not exist.
 */
export async function checkChanges(files: Files): Promise<Report> {
  const { name } = files;
  return await reportInvalidFile(async () => {
    const { released, changes, refused, stale, withoutReason } = await compare(files);
    const lines = [
      ...(refused.length === 0 ? [] : [JSON.stringify([{ reason: '', changes: refused }], null, 2)]),
      ...withoutReason,
      ...stale.map((change) => `Accepted, but not a change of ${name}: ${inOneLine(change)}`),
    ];
    if (refused.length > 0) {
      lines.push(
        `${count(refused.length, 'change')} of ${name} ${refused.length === 1 ? 'breaks' : 'break'} ` +
          `clients of the last release's document.`,
        `Undo each change, or accept it in ${path.relative(root, files.accepted)} with a reason.`,
      );
    }
    if (lines.length > 0) return { isGood: false, lines };
    const accepted = changes.length === 0 ? '' : `, apart from ${count(changes.length, 'accepted change')}`;
    const since = `the last release's document (${getVersion(released)})`;
    return {
      isGood: true,
      lines: [`${name} breaks no client of ${since}${accepted}.`],
    };
  });
}

/**
 * At a release: makes the current document the one that later changes are compared with, and empties
 * accepted.json. Fails if a breaking change is not accepted, or if the document has changed and its version
 * has not.
 */
export async function recordRelease(files: Files): Promise<Report> {
  const { name } = files;
  return await reportInvalidFile(async () => {
    const { current, released, refused, withoutReason } = await compare(files);
    const lines = [...refused.map((change) => `Not accepted: ${inOneLine(change)}`), ...withoutReason];
    if (refused.length > 0) {
      lines.push(`${count(refused.length, 'change')} would be lost. Run \`npm run changes\` first.`);
    }
    const hasChanged = !isDeepStrictEqual(current, released);
    if (hasChanged && getVersion(current) === getVersion(released)) {
      lines.push(
        `${name} has changed since the last release, but its version has not ` +
          `(${getVersion(released)}): increase \`info.version\`.`,
      );
    }
    if (lines.length > 0) return { isGood: false, lines };
    // Replaces the document first. If the process ends before the list is written, a second run completes it.
    const unfinished = `${files.released}.unfinished`;
    await copyFile(files.current, unfinished);
    await rename(unfinished, files.released);
    await writeFile(files.accepted, '[]\n');
    const comparison = hasChanged ? `, instead of ${getVersion(released)}` : ', which has not changed';
    return {
      isGood: true,
      lines: [`Changes of ${name} are compared with ${getVersion(current)} from now on${comparison}.`],
    };
  });
}

interface Comparison extends ReturnType<typeof review> {
  readonly current: Document;
  readonly released: Document;
  readonly changes: readonly BreakingChange[];
  /** A line for each entry of the list that has no reason. */
  readonly withoutReason: readonly string[];
}

async function compare(files: Files): Promise<Comparison> {
  const [released, current] = [await readDocument(files.released), await readDocument(files.current)];
  const acceptances = await readAcceptances(files.accepted);
  const changes = await findBreakingChanges(released, current);
  const withoutReason = acceptances.flatMap((acceptance, index) =>
    hasReason(acceptance) ? [] : [`Entry ${index + 1} of accepted.json has no reason, and accepts nothing.`],
  );
  return { current, released, changes, withoutReason, ...review(changes, acceptances) };
}

/** Turns an invalid file into a failed report. */
async function reportInvalidFile(report: () => Promise<Report>): Promise<Report> {
  try {
    return await report();
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error;
    return { isGood: false, lines: [error.message] };
  }
}

function getVersion(document: Document): string {
  return String((document['info'] as { version?: unknown } | undefined)?.version);
}

function inOneLine({ rule, where, what }: BreakingChange): string {
  return `${rule} at ${where}: ${what}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
