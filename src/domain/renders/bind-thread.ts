/** A worker thread of `bind-values.ts`. It binds one template at a time. */
import { LRUCache } from 'lru-cache';
import { answerCalls, Transferred } from '../../async/worker-thread.ts';
import { VariableError } from '../../render/errors.ts';
import { packScene } from '../../render/pack-scene.ts';
import { checkVariablesInWorker } from '../variables/check-values-in-worker.ts';
import type { ThreadAnswer, ThreadRequest } from './bind-values.ts';
import { checkAndBind, type BindRequest } from './check-and-bind.ts';
import { checkRowsUntil } from './check-rows-until.ts';
import { countRowsUntil } from './count-rows-until.ts';

/** Total length of the documents, as JSON, that are kept with what is compiled from them. */
const maxKeptCharacters = 16 * 1024 * 1024;

const documents = new LRUCache<number, BindRequest['document']>({ maxSize: maxKeptCharacters });

answerCalls<ThreadRequest, ThreadAnswer>(async ({ documentId, text, task }) => {
  const document = text === null ? documents.get(documentId) : (JSON.parse(text) as BindRequest['document']);
  if (document === undefined) return 'document-unknown';
  if (text !== null) documents.set(documentId, document, { size: text.length });
  switch (task.kind) {
    case 'bind':
      return await bind({ ...task, document });
    case 'check': {
      const startedAt = performance.now();
      const checked = await checkVariablesInWorker({ document, files: task.files }, task.values);
      return { ...checked, workMs: performance.now() - startedAt };
    }
    case 'check-rows':
      return await checkRowsUntil({ ...task, document }, task.maxMs);
    case 'count-rows':
      return await countRowsUntil({ ...task, document }, task.maxMs);
  }
});

async function bind(request: BindRequest): Promise<ThreadAnswer | Transferred<ThreadAnswer>> {
  const startedAt = performance.now();
  try {
    const binding = await checkAndBind(request);
    if (!binding.ok) return { ...binding, workMs: performance.now() - startedAt };
    const scene = packScene(binding.bound.scene);
    const { sources } = binding.bound;
    return new Transferred<ThreadAnswer>({ ok: true, bound: { scene, sources } }, [scene.buffer]);
  } catch (error) {
    if (!(error instanceof VariableError)) throw error;
    const { variable, message } = error;
    return { refused: { variable, message }, workMs: performance.now() - startedAt };
  }
}
