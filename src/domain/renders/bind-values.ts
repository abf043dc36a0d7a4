import { FairSlots, SlotsFullError } from '../../async/fair-slots.ts';
import { maxIdleMs, WorkerThread } from '../../async/worker-thread.ts';
import { writeOnce } from '../../common/text/written-json.ts';
import type { BoundValues } from '../../common/values/values.ts';
import type { BoundTemplate } from '../../render/bind/bind-template.ts';
import { isQuickToBind, takeSmallRows } from '../../render/bind/quick-to-bind.ts';
import { VariableError } from '../../render/errors.ts';
import { busyRetrySeconds, RendererBusyError } from '../../renderer/errors.ts';
import { checkAndBind, type BindRequest, type Binding, type PackedTemplate } from './check-and-bind.ts';
import { checkVariablesInWorker } from '../variables/check-values-in-worker.ts';
import type { TemplateToFill, VariableCheck } from '../variables/check-values.ts';
import { checkRowsUntil, type RowChecks, type RowsToCheck } from './check-rows-until.ts';
import { countRowsUntil, type RowCosts, type RowsToCount } from './count-rows-until.ts';

/** A VariableError that took time of a thread to find. */
class RefusedWorkError extends VariableError {
  readonly workMs: number;

  constructor({ variable, message }: Pick<VariableError, 'variable' | 'message'>, workMs: number) {
    super(variable, message);
    this.workMs = workMs;
  }
}

/** What a thread is asked for. It keeps the last documents: later requests name them only. */
export interface ThreadRequest {
  readonly documentId: number;
  /** As JSON, which is quicker to hand over than objects. */
  readonly text: string | null;
  readonly task: ThreadTask;
}
export type ThreadTask =
  | ({ readonly kind: 'bind' } & Omit<BindRequest, 'document'>)
  | ({ readonly kind: 'check' } & ValuesToCheck)
  | ({ readonly kind: 'check-rows'; readonly maxMs: number } & Omit<RowsToCheck, 'document'>)
  | ({ readonly kind: 'count-rows'; readonly maxMs: number } & Omit<RowsToCount, 'document'>);
export type ThreadAnswer = BindAnswer | TimedCheck | RowChecks | RowCosts | 'document-unknown';
type BindAnswer =
  | Binding<PackedTemplate>
  | { readonly refused: Pick<VariableError, 'variable' | 'message'>; readonly workMs: number };

/** Values of a template, as they were given. */
interface ValuesToCheck {
  readonly files: TemplateToFill['files'];
  readonly values: Readonly<Record<string, unknown>>;
}

/** `workMs`: the time of a thread that it took; default: none. */
type TimedCheck = VariableCheck & { readonly workMs?: number };

/** After this time, the check of rows lets the next task have its thread. */
const maxRowsMs = 100;

/** How long other requests may wait for rows that are checked here. */
const maxRowsHereMs = 10;

/** Two: a second workspace need not wait until the work of the first is done. */
const threadCount = 2;

/** Workspaces take turns at the threads, and each has one at a time. */
const slots = new FairSlots({ ofOwner: 1, inAll: threadCount, maxOfOwner: 256, maxWaitMs: 20_000 });

/** The thread that was used last comes last: the second one starts only if it is needed. */
const idleThreads = Array.from(
  { length: threadCount },
  () =>
    new WorkerThread<ThreadRequest, ThreadAnswer>(new URL('./bind-thread.ts', import.meta.url), {
      maxIdleMs,
    }),
);

/** Names documents for the threads. A document never changes. */
const documentIds = new WeakMap<object, number>();
let lastDocumentId = 0;

/**
 * Checks values and binds them to a template: in a worker thread, unless it takes a few milliseconds at most.
 *
 * @param workspaceId whose work it is
 * @throws VariableError as `bindTemplate`; RendererBusyError if the workspace has too much to bind
 */
export async function bindValues(request: BindRequest, workspaceId: string): Promise<Binding> {
  const { document, values } = request;
  if (isQuickToBind(document, values instanceof Map ? values : Object.entries(values)))
    return await checkAndBind(request);
  const { document: _document, ...task } = request;
  const answer = (await callInTurn(document, { kind: 'bind', ...task }, workspaceId)) as BindAnswer;
  if ('refused' in answer) throw new RefusedWorkError(answer.refused, answer.workMs);
  return answer;
}

/** As `bindValues`, with values that were checked. */
export async function bindChecked(
  document: BindRequest['document'],
  values: BoundValues,
  options: BindRequest['options'],
  workspaceId: string,
): Promise<BoundTemplate | PackedTemplate> {
  const binding = await bindValues({ document, files: [], values, options }, workspaceId);
  if (!binding.ok) throw new Error('values that were checked have problems');
  return binding.bound;
}

/**
 * Checks values as single renders do, without binding them; in a worker thread, unless it takes a few
 * milliseconds at most.
 *
 * @param workspaceId whose work it is
 * @throws RendererBusyError if the workspace has too much to bind
 */
export async function checkValuesInTurn(
  { document, files }: TemplateToFill,
  values: Readonly<Record<string, unknown>>,
  workspaceId: string,
): Promise<TimedCheck> {
  if (isQuickToBind(document, Object.entries(values)))
    return await checkVariablesInWorker({ document, files }, values);
  return (await callInTurn(document, { kind: 'check', files, values }, workspaceId)) as TimedCheck;
}

/**
 * Checks the first of some rows as single renders are checked; in a worker thread, unless that takes a few
 * milliseconds at most.
 *
 * @param workspaceId whose rows they are
 * @returns the checks of the first rows, at least of one
 * @throws RendererBusyError if the workspace has too much to bind
 */
export async function checkFirstRows(
  { rows, document, ...rest }: RowsToCheck,
  workspaceId: string,
): Promise<RowChecks> {
  const { rows: first, isQuick } = takeSmallRows(document, rows);
  if (isQuick) return await checkRowsUntil({ ...rest, document, rows: first }, maxRowsHereMs);
  const task = { kind: 'check-rows', ...rest, rows: first, maxMs: maxRowsMs } as const;
  return (await callInTurn(document, task, workspaceId)) as RowChecks;
}

/**
 * Counts what the first of some rows become, without binding them; in a worker thread, unless that takes a
 * few milliseconds at most.
 *
 * @param workspaceId whose rows they are
 * @returns the costs of the first rows, at least of one
 * @throws RendererBusyError if the workspace has too much to bind
 */
export async function countFirstRows(
  { rows, document, ...rest }: RowsToCount,
  workspaceId: string,
): Promise<RowCosts> {
  const { rows: first, isQuick } = takeSmallRows(document, rows);
  if (isQuick) return await countRowsUntil({ ...rest, document, rows: first }, maxRowsHereMs);
  const task = { kind: 'count-rows', ...rest, rows: first, maxMs: maxRowsMs } as const;
  return (await callInTurn(document, task, workspaceId)) as RowCosts;
}

async function callInTurn(
  document: BindRequest['document'],
  task: ThreadTask,
  workspaceId: string,
): Promise<Exclude<ThreadAnswer, string>> {
  const documentId = identify(document);
  try {
    return await slots.run(workspaceId, async () => {
      const thread = idleThreads.pop();
      if (thread === undefined) throw new Error('there are more slots than threads');
      try {
        const answer = await thread.call({ task, documentId, text: null });
        if (answer !== 'document-unknown') return answer;
        const known = await thread.call({ task, documentId, text: writeOnce(document).text });
        if (known === 'document-unknown') throw new Error('a thread has not read a document');
        return known;
      } finally {
        idleThreads.push(thread);
      }
    });
  } catch (error) {
    if (!(error instanceof SlotsFullError)) throw error;
    throw new RendererBusyError('the workspace waits for the values of many renders', busyRetrySeconds);
  }
}

function identify(document: object): number {
  const id = documentIds.get(document) ?? (lastDocumentId += 1);
  documentIds.set(document, id);
  return id;
}

/** The time of a thread that an error of binding took to find. */
export function findWorkMs(error: unknown): number {
  return error instanceof RefusedWorkError ? error.workMs : 0;
}
