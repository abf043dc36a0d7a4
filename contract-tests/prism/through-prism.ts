/** Our client in front of a proxy, with every answer checked by our own reading of the contract too. */
import assert from 'node:assert/strict';
import {
  createPlatenClient,
  PlatenError,
  type PlatenClient,
  type RetryOptions,
} from '../../clients/typescript/src/index.ts';
import { checkedFetch } from '../../test/helpers/requests.ts';

/** A client that hears of no answer but a clean one; `onAnswer` is told of each. */
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

/** That a call is refused with a status and a code. */
export async function assertRefused(
  work: Promise<unknown>,
  status: number,
  code: string,
): Promise<PlatenError> {
  const error = await work.then(
    () => assert.fail(`should have been refused with ${code}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatenError)) throw error;
  assert.deepEqual([error.status, error.code], [status, code], error.detail);
  return error;
}
