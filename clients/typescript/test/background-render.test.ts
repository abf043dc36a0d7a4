import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkedFetch } from '../../../test/helpers/requests.ts';
import { PlatenError } from '../src/index.ts';
import { observedClient, startScene, type Scene } from './service.ts';

let scene: Scene;
before(async () => {
  scene = await startScene();
});
after(() => scene.close());

test('submits a render, waits for its end, and lists it with its metadata', async () => {
  const { apiKey, templateId } = await scene.tenant();
  const client = observedClient(scene.service.url, { apiKey });
  const request = {
    templateId,
    variables: { title: 'Rain' },
    format: 'pdf',
    metadata: { order: 17 },
  } as const;
  const { renderId, idempotencyKey, isReplayed, quota } = await client.submitRender(request);
  assert.deepEqual([isReplayed, quota?.remaining], [false, 4_999]);
  const seen: string[] = [];
  const render = await client.waitForRender(renderId, {
    firstInterval: 10,
    onProgress: ({ status }) => void seen.push(status),
  });
  assert.partialDeepStrictEqual(render, { renderId, status: 'COMPLETED', metadata: { order: 17 } });
  assert.equal(seen.at(-1), 'COMPLETED');
  const file = await checkedFetch(render.downloadUrl ?? '');
  assert.equal((await file.bytes()).byteLength, render.fileSize);

  const again = await client.submitRender(request, { idempotencyKey });
  assert.deepEqual([again.renderId, again.isReplayed], [renderId, true]);
  const listed = await Array.fromAsync(client.renders({ templateId }));
  assert.deepEqual(
    listed.map((each) => [each.renderId, each.metadata]),
    [[renderId, { order: 17 }]],
  );
});

test('a refused render rejects with the problem', async () => {
  const { apiKey, templateId } = await scene.tenant();
  const client = observedClient(scene.service.url, { apiKey });
  await assert.rejects(
    client.submitRender({ templateId, variables: { titel: 'Rain' } }),
    (error) => error instanceof PlatenError && error.code === 'VALIDATION_ERROR',
  );
});
