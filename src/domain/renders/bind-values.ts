import { FairSlots, SlotsFullError } from '../../async/fair-slots.ts';
import { WorkerThread } from '../../async/worker-thread.ts';
import { writeOnce } from '../../common/text/written-json.ts';
import type { BoundValues } from '../../common/values/values.ts';
import type { BoundTemplate } from '../../render/bind/bind-template.ts';
import { isQuickToBind } from '../../render/bind/quick-to-bind.ts';
import { VariableError } from '../../render/errors.ts';
import { busyRetrySeconds, RendererBusyError } from '../../renderer/errors.ts';
import { checkAndBind, type BindRequest, type Binding, type PackedTemplate } from './check-and-bind.ts';

/** A VariableError that took time of a thread to find. */
class RefusedWorkError extends VariableError {
  readonly workMs: number;

  constructor({ variable, message }: Pick<VariableError, 'variable' | 'message'>, workMs: number) {
    super(variable, message);
    this.workMs = workMs;
  }
}

/** What a thread is asked for. It keeps the last documents: later requests name them only. */
export interface ThreadRequest extends Omit<BindRequest, 'document'> {
  readonly documentId: number;
  /** As JSON, which is quicker to hand over than objects. */
  readonly text: string | null;
}
export type ThreadAnswer =
  | Binding<PackedTemplate>
  | 'document-unknown'
  | { readonly refused: Pick<VariableError, 'variable' | 'message'>; readonly workMs: number };

/** Two: a second workspace need not wait until the work of the first is done. */
const threadCount = 2;

/** Workspaces take turns at the threads, and each has one at a time. */
const slots = new FairSlots({ ofOwner: 1, inAll: threadCount, maxOfOwner: 256, maxWaitMs: 20_000 });

/** The thread that was used last comes last: the second one starts only if it is needed. */
const idleThreads = Array.from(
  { length: threadCount },
  () => new WorkerThread<ThreadRequest, ThreadAnswer>(new URL('./bind-thread.ts', import.meta.url)),
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
  if (isQuickToBind(document, values instanceof Map ? values.values() : Object.values(values)))
    return await checkAndBind(request);
  const answer = await bindInTurn(request, workspaceId);
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

async function bindInTurn(
  { document, ...request }: BindRequest,
  workspaceId: string,
): Promise<Exclude<ThreadAnswer, string>> {
  const documentId = identify(document);
  try {
    return await slots.run(workspaceId, async () => {
      const thread = idleThreads.pop();
      if (thread === undefined) throw new Error('there are more slots than threads');
      try {
        const answer = await thread.call({ ...request, documentId, text: null });
        if (answer !== 'document-unknown') return answer;
        const known = await thread.call({ ...request, documentId, text: writeOnce(document).text });
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
