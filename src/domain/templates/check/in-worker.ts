import { FairSlots, SlotsFullError } from '../../../async/fair-slots.ts';
import { writeOnce } from '../../../common/text/written-json.ts';
import { maxIdleMs, WorkerThread } from '../../../async/worker-thread.ts';
import { hasQuickRules, isQuickToBind } from '../../../render/bind/quick-to-bind.ts';
import { problems } from '../../problems/catalogue.ts';
import { checkVariablesInWorker } from '../../variables/check-values-in-worker.ts';
import type { TemplateToFill, VariableCheck } from '../../variables/check-values.ts';
import { writeInOrder } from '../key-order.ts';
import { locateFindings, type LocatedFindings } from '../locate-problems.ts';
import { checkDocument, type DocumentToCheck } from './check-document.ts';
import { namedFiles } from './named-files.ts';
import type { CheckResult, Findings } from './problem.ts';

/** Up to this length as JSON, a check takes some 50 ms at most, but for codes and patterns. */
const maxInlineCharacters = 50_000;

/** What the thread is asked for. It parses the text of a document, which is quicker than copying objects. */
export type CheckRequest = { readonly text: string } & (
  | { readonly document: Omit<DocumentToCheck, 'json'> }
  | { readonly found: CheckResult }
  | { readonly files: TemplateToFill['files']; readonly values: Readonly<Record<string, unknown>> }
  | { readonly namedOf: readonly string[] }
  | { readonly isToWrite: true }
);

const thread = new WorkerThread<CheckRequest, unknown>(new URL('./check-thread.ts', import.meta.url), {
  maxIdleMs,
});

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

/** Runs `namedFiles`; for a large document in the same thread, as `checkDocumentInWorker` does. */
export async function namedFilesInWorker(
  json: object,
  paths: readonly string[],
  owner = '',
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const text = findLargeText(json);
  if (text === null) return namedFiles(json, paths);
  return (await callInTurn(owner, { text, namedOf: paths })) as ReadonlySet<string>;
}

/** Writes a document as `writeInOrder` does; a large one in the same thread. */
export async function writeInOrderInWorker(json: object, owner = ''): Promise<string> {
  const { text } = writeOnce(json);
  if (text.length <= maxInlineCharacters) return writeInOrder(json);
  return (await callInTurn(owner, { text, isToWrite: true })) as string;
}

/** Checks values against a document without problems; in the same thread, unless that is quick. */
export async function checkValuesInWorker(
  { document, files }: TemplateToFill,
  values: Readonly<Record<string, unknown>>,
  owner = '',
): Promise<VariableCheck> {
  if (isQuickToBind(document, Object.entries(values)))
    return await checkVariablesInWorker({ document, files }, values);
  return (await callInTurn(owner, { text: writeOnce(document).text, files, values })) as VariableCheck;
}

/** The text of a document whose check takes long. */
function findLargeText(json: unknown): string | null {
  const isContainer = typeof json === 'object' && json !== null;
  const { text = '' } = isContainer ? writeOnce(json) : { text: JSON.stringify(json) };
  const isQuick =
    text.length * (1 + countSizes(json)) <= maxInlineCharacters && (!isContainer || hasQuickRules(json));
  return isQuick ? null : text;
}

/** The sizes of a document, each of which is checked as a document of its own. */
function countSizes(json: unknown): number {
  const isContainer = typeof json === 'object' && json !== null;
  return isContainer && 'sizes' in json && Array.isArray(json.sizes) ? json.sizes.length : 0;
}
