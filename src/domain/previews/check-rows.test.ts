import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plainDocument } from '../../../test/helpers/http.ts';
import { waitUntil } from '../../../test/helpers/wait-until.ts';
import { Problem } from '../problems/problem.ts';
import { checkBatchRows } from './check-rows.ts';
import { createPreviewParts, type PreviewParts } from './parts.ts';

const document = {
  ...plainDocument,
  variables: [{ name: 'photo', type: 'image', label: 'Photo' } as const],
  elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' } as const],
};

/** A check of rows whose pictures never come. */
function startCheck(workspaceId: string, rowCount: number, maxMs?: number) {
  const asked: string[] = [];
  const given: Partial<PreviewParts> = {
    limitsRates: false,
    maxOutputPixels: 1e6,
    imageMaxBytes: 1e6,
    fetchImage: (url, signal) =>
      new Promise((_resolve, reject) => {
        asked.push(url);
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  };
  const stop = new AbortController();
  const rows = Array.from({ length: rowCount }, (_, at) => ({ photo: `https://a.example/${at}.png` }));
  const found = checkBatchRows(
    createPreviewParts(given as PreviewParts),
    { document, files: [] },
    { rows, format: 'png', options: {} } as never,
    { caller: { accountId: 'a', workspaceId }, signal: stop.signal } as never,
    maxMs,
  );
  return { found, asked, stop: () => stop.abort(new Error('gone')) };
}

describe('a check of rows', () => {
  test('ends in its time; each row that was not laid out says so', async () => {
    const { found, asked } = startCheck('w1', 20, 50);
    const findings = await found;
    assert.equal(findings.length, 20);
    for (const { errors } of findings)
      assert.match(errors[0]?.detail ?? '', /^The row was not laid out: .* all the time of a check\./u);
    // No further one is begun.
    assert.equal(asked.length, 4);
  });

  test('waits for those of its workspace beyond two, and is refused beyond sixteen', async () => {
    const checks = Array.from({ length: 17 }, () => startCheck('w2', 1));
    const other = startCheck('w3', 1);
    const ended = Promise.allSettled([...checks, other].map(({ found }) => found));
    await waitUntil(() => other.asked.length === 1);
    assert.equal(checks.filter(({ asked }) => asked.length > 0).length, 2);
    for (const { stop } of [...checks, other]) stop();
    const refusals = (await ended).map((each) =>
      each.status === 'rejected' ? (each.reason as Error) : null,
    );
    assert.deepEqual(
      refusals.map((error) => (error instanceof Problem ? error.code : error?.message)),
      [...Array<string>(16).fill('gone'), 'RENDERER_UNAVAILABLE', 'gone'],
    );
  });
});
