import { FairSlots, SlotsFullError } from '../../../async/fair-slots.ts';
import { writeOnce } from '../../../common/text/written-json.ts';
import { WorkerThread } from '../../../async/worker-thread.ts';
import { problems } from '../../problems/catalogue.ts';
import { locateFindings, type LocatedFindings } from '../locate-problems.ts';
import { checkDocument, type DocumentToCheck } from './check-document.ts';
import type { CheckResult, Findings } from './problem.ts';

/** Up to this length as JSON, a check takes some 50 ms at most; one of 2 MB takes seconds. */
const maxInlineCharacters = 50_000;

/** What the thread is asked for. It parses the text of a document, which is quicker than copying objects. */
export type CheckRequest = { readonly text: string } & (
  | { readonly document: Omit<DocumentToCheck, 'json'> }
  | { readonly found: CheckResult }
);

const thread = new WorkerThread<CheckRequest, unknown>(new URL('./check-thread.ts', import.meta.url));

/** Owners take turns at the thread. */
const slots = new FairSlots({ ofOwner: 1, inAll: 1, maxOfOwner: 16, maxWaitMs: 30_000 });

async function callInTurn(owner: string, request: CheckRequest): Promise<unknown> {
  try {
    return await slots.run(owner, () => thread.call(request));
  } catch (error) {
    throw error instanceof SlotsFullError ? problems.checksBusy() : error;
  }
}

/**
 * Runs `checkDocument`; for a large document in a worker thread, as it would block other requests.
 *
 * @param owner whose document it is
 * @throws Problem SERVICE_UNAVAILABLE if the owner has too many checks
 */
export async function checkDocumentInWorker(document: DocumentToCheck, owner = ''): Promise<Findings> {
  const { json, ...rest } = document;
  const text = findLargeText(json);
  if (text === null) return await checkDocument(document);
  return (await callInTurn(owner, { text, document: rest })) as Findings;
}

/** Runs `locateFindings`; for a large document in the same thread, as `checkDocumentInWorker` does. */
export async function locateFindingsInWorker(
  json: object,
  found: CheckResult,
  owner = '',
): Promise<LocatedFindings> {
  if (found.problems.length + found.warnings.length === 0) return { problems: [], warnings: [] };
  const text = findLargeText(json);
  if (text === null) return locateFindings(json, found);
  return (await callInTurn(owner, { text, found })) as LocatedFindings;
}

/** The text of a large document. */
function findLargeText(json: unknown): string | null {
  const isContainer = typeof json === 'object' && json !== null;
  const { text = '' } = isContainer ? writeOnce(json) : { text: JSON.stringify(json) };
  return text.length > maxInlineCharacters ? text : null;
}
