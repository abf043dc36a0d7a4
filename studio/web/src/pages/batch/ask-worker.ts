/**
 * Sends a request to a new web worker, which ends with its answer. A user's file may take it too long.
 *
 * @throws what `toError` makes of a worker that fails, or has not answered after `maxMs`
 */
export async function askWorker<Request, Answer>(
  worker: Worker,
  request: Request,
  { maxMs, toError }: { readonly maxMs: number; readonly toError: (cause: 'failed' | 'late') => Error },
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
  worker.onerror = () => reject(toError('failed'));
  const timer = setTimeout(() => reject(toError('late')), maxMs);
  try {
    worker.postMessage(request);
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
