import { WorkerThread } from '../../../async/worker-thread.ts';
import { locateFindings, type LocatedFindings } from '../locate-problems.ts';
import { checkDocument, type DocumentToCheck } from './check-document.ts';
import type { CheckResult, Findings } from './problem.ts';

/** Up to this length as JSON, a check takes some 50 ms at most; one of 2 MB takes seconds. */
const maxInlineCharacters = 50_000;

/** What the thread is asked for. */
export type CheckRequest =
  { readonly document: DocumentToCheck } | { readonly json: unknown; readonly found: CheckResult };

const thread = new WorkerThread<CheckRequest, unknown>(new URL('./check-thread.ts', import.meta.url));

/** Runs `checkDocument`; for a large document in a worker thread, as it would block other requests. */
export async function checkDocumentInWorker(document: DocumentToCheck): Promise<Findings> {
  if (!isLarge(document.json)) return await checkDocument(document);
  return (await thread.call({ document })) as Findings;
}

/** Runs `locateFindings`; for a large document in the same thread. */
export async function locateFindingsInWorker(json: object, found: CheckResult): Promise<LocatedFindings> {
  if (found.problems.length + found.warnings.length === 0) return { problems: [], warnings: [] };
  if (!isLarge(json)) return locateFindings(json, found);
  return (await thread.call({ json, found })) as LocatedFindings;
}

function isLarge(json: unknown): boolean {
  return (JSON.stringify(json) ?? '').length > maxInlineCharacters;
}
