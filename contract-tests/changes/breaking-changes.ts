import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runOasdiff, type Finding } from './oasdiff.ts';
import { plus, serversPath, spellOut, type Document } from './spell-out.ts';

/** A change of the contract that breaks somebody's program. */
export interface BreakingChange {
  /** oasdiff's name for this kind of change. */
  readonly rule: string;
  /** Method and path, `servers` or `components`. */
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
    return findings.map(toChange);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Says of the document itself what was found in what it was spelled out to. */
function toChange({ id, text, operation, path: place }: Finding): BreakingChange {
  const what = text
    .replaceAll(plus, '+')
    .replace(' (media type: `message/http`)', '')
    .replace(' (media type: message/http)', '')
    .replace(/property `header ([^`/]+)/, 'header field `$1')
    .replace(/required property `(?:[^`]*\/)?code\/([A-Z_]+)`/, 'code `$1`');
  if (place === serversPath) {
    const server = what
      .replace('the enum value', 'the server')
      .replace(' from the `query` request parameter `server`', '');
    return { rule: id, where: 'servers', what: server };
  }
  if (place === '') return { rule: id, where: 'components', what };
  const sent = place.includes('/callbacks/')
    ? what.replace('the response with the `200` status', 'what is sent')
    : what;
  return { rule: id, where: `${operation} ${place}`, what: sent };
}

/** What is not accepted, and what was accepted and is not there. Without a reason nothing is accepted. */
export function review(
  changes: readonly BreakingChange[],
  acceptances: readonly Acceptance[],
): { readonly refused: BreakingChange[]; readonly stale: BreakingChange[] } {
  const accepted = acceptances.filter(hasReason).flatMap((acceptance) => acceptance.changes);
  const isSame = (one: BreakingChange, other: BreakingChange): boolean =>
    one.rule === other.rule && one.where === other.where && one.what === other.what;
  return {
    refused: changes.filter((change) => !accepted.some((each) => isSame(each, change))),
    stale: accepted.filter((each) => !changes.some((change) => isSame(each, change))),
  };
}

/** Whether there is more than blanks. */
export function hasReason({ reason }: Acceptance): boolean {
  return reason.trim() !== '';
}
