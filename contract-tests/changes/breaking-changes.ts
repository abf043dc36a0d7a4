import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runOasdiff, type Finding } from './oasdiff.ts';
import { normalize, plus, serversPath, type Document } from './normalize.ts';

/** A change of the contract that breaks existing clients. */
export interface BreakingChange {
  /** oasdiff's name for this kind of change. */
  readonly rule: string;
  /** Method and path, `servers` or `components`. */
  readonly where: string;
  readonly what: string;
}

/** Breaking changes that are made anyway, with the reason. */
export interface Acceptance {
  readonly reason: string;
  readonly changes: readonly BreakingChange[];
}

/** Finds the changes of a document that break clients of an earlier one. */
export async function findBreakingChanges(earlier: Document, later: Document): Promise<BreakingChange[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-changes-'));
  try {
    const [base, revision] = [path.join(folder, 'earlier.json'), path.join(folder, 'later.json')];
    await writeFile(base, JSON.stringify(normalize(earlier)));
    await writeFile(revision, JSON.stringify(normalize(later)));
    const findings = await runOasdiff(base, revision);
    return findings.map(toChange);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Translates a finding in the normalized document into terms of the original document. */
function toChange({ id, text, operation, path: where }: Finding): BreakingChange {
  const what = text
    .replaceAll(plus, '+')
    .replace(' (media type: `message/http`)', '')
    .replace(' (media type: message/http)', '')
    .replace(/property `header ([^`/]+)/, 'header field `$1')
    .replace(/required property `(?:[^`]*\/)?code\/([A-Z_]+)`/, 'code `$1`');
  if (where === serversPath) {
    const server = what
      .replace('the enum value', 'the server')
      .replace(' from the `query` request parameter `server`', '');
    return { rule: id, where: 'servers', what: server };
  }
  if (where === '') return { rule: id, where: 'components', what };
  const description = where.includes('/callbacks/')
    ? what.replace('the response with the `200` status', 'the callback')
    : what;
  return { rule: id, where: `${operation} ${where}`, what: description };
}

/**
 * Finds changes that are not accepted, and accepted ones that do not exist. An entry without a reason accepts
 * nothing.
 */
export function review(
  changes: readonly BreakingChange[],
  acceptances: readonly Acceptance[],
): { readonly refused: BreakingChange[]; readonly stale: BreakingChange[] } {
  const accepted = acceptances.filter(hasReason).flatMap((acceptance) => acceptance.changes);
  const isSame = (one: BreakingChange, other: BreakingChange): boolean =>
    one.rule === other.rule && one.where === other.where && one.what === other.what;
  return {
    refused: changes.filter((change) => !accepted.some((acceptance) => isSame(acceptance, change))),
    stale: accepted.filter((acceptance) => !changes.some((change) => isSame(acceptance, change))),
  };
}

/** Whether the reason is not blank. */
export function hasReason({ reason }: Acceptance): boolean {
  return reason.trim() !== '';
}
