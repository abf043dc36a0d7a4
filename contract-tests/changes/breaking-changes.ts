import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runOasdiff } from './oasdiff.ts';
import { spellOut, type Document } from './spell-out.ts';

/** A change of the contract that breaks somebody's program. */
export interface BreakingChange {
  /** oasdiff's name for this kind of change. */
  readonly rule: string;
  /** Method and path, or `components`. */
  readonly where: string;
  readonly what: string;
}

/** Changes that break programs and are made all the same. */
export interface Acceptance {
  readonly reason: string;
  readonly changes: readonly BreakingChange[];
}

/** What of a document would break programs that were written for an earlier one. */
export async function findBreakingChanges(earlier: Document, later: Document): Promise<BreakingChange[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-changes-'));
  try {
    const [base, revision] = [path.join(folder, 'earlier.json'), path.join(folder, 'later.json')];
    await writeFile(base, JSON.stringify(spellOut(earlier)));
    await writeFile(revision, JSON.stringify(spellOut(later)));
    const findings = await runOasdiff(base, revision);
    return findings.map(({ id, text, operation, path: place }) => ({
      rule: id,
      where: place === '' ? 'components' : `${operation} ${place}`,
      what: text,
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is not accepted, and what was accepted and is not there. */
export function review(
  changes: readonly BreakingChange[],
  acceptances: readonly Acceptance[],
): { readonly refused: BreakingChange[]; readonly stale: BreakingChange[] } {
  const accepted = acceptances.flatMap((acceptance) => acceptance.changes);
  const isSame = (one: BreakingChange, other: BreakingChange): boolean =>
    one.rule === other.rule && one.where === other.where && one.what === other.what;
  return {
    refused: changes.filter((change) => !accepted.some((each) => isSame(each, change))),
    stale: accepted.filter((each) => !changes.some((change) => isSame(each, change))),
  };
}
