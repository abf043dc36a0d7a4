/**
 * The TypeScript client behind a Prism proxy; the test helpers check every answer against the contract too.
 */
import assert from 'node:assert/strict';
import {
  createPlatenClient,
  PlatenError,
  type PlatenClient,
  type RetryOptions,
} from '../../clients/typescript/src/index.ts';
import { checkedFetch } from '../../test/helpers/requests.ts';

/** Creates a client that rejects answers that violate the contract; `onAnswer` is called with each answer. */
export function connect(
  baseUrl: string,
  apiKey: string,
  {
    retry = false,
    onAnswer,
  }: {
    readonly retry?: RetryOptions | false;
    readonly onAnswer?: (method: string, path: string, response: Response) => void;
  } = {},
): PlatenClient {
  return createPlatenClient({
    baseUrl,
    apiKey,
    retry,
    async fetch(request) {
      const { method, headers, url, signal } = request;
      const body = request.body === null ? null : await request.arrayBuffer();
      const response = await checkedFetch(url, { method, headers, body, signal });
      onAnswer?.(method, new URL(url).pathname, response);
      return response;
    },
  });
}

/** Fails unless a call is refused with this status and code. */
export async function assertRefused(
  call: Promise<unknown>,
  status: number,
  code: string,
): Promise<PlatenError> {
  const error = await call.then(
    () => assert.fail(`should have been refused with ${code}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatenError)) throw error;
  assert.deepEqual([error.status, error.code], [status, code], error.detail);
  return error;
}
