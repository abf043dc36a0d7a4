import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import type { TemplateDocument } from '../../generated/template.ts';
import { imageSlotOptions } from '../../src/domain/renders/image-limits.ts';
import { readUsage } from '../../src/store/quota.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { addTemplate, createTenant, startTestService, type TestService } from '../helpers/http.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';

let service: TestService;
let origin: ImageOrigin;
before(async () => {
  origin = await startImageOrigin();
  service = await startTestService({
    env: { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8', IMAGE_TIMEOUT: '10m' },
  });
});
after(async () => {
  await service.close();
  origin.close();
});

test('renders with slow images leave room for other workspaces; the rest gets 503', async () => {
  const [slow, other] = [await createTenant(service.db), await createTenant(service.db)];
  const generate = async (tenant: typeof slow, templateId: string, path: string) =>
    await service.send('POST', `/api/v1/templates/${templateId}/generate`, {
      key: tenant.apiKey,
      json: { variables: { photo: origin.url + path } },
    });
  const document: Partial<TemplateDocument> = {
    variables: [{ name: 'photo', type: 'image', label: 'Photo' }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
  };
  const slowTemplate = await addTemplate(service.db, slow, document);
  const otherTemplate = await addTemplate(service.db, other, document);
  const held: ServerResponse[] = [];
  origin.answer('/slow.png', (response) => void held.push(response));
  origin.answer('/red.png', (response) => response.end(origin.image));

  const { shared } = imageSlotOptions;
  const statuses: number[] = [];
  const renders = Array.from({ length: shared + 3 }, async () => {
    const { status } = await generate(slow, slowTemplate, '/slow.png');
    statuses.push(status);
  });
  await waitUntil(() => held.length === shared && statuses.length === 3);
  assert.deepEqual(statuses, [503, 503, 503]);
  assert.equal((await generate(other, otherTemplate, '/red.png')).status, 200);

  for (const response of held) response.end(origin.image);
  await Promise.all(renders);
  const succeeded = statuses.filter((status) => status === 200).length;
  assert.equal((await readUsage(service.db, slow.workspaceId, new Date())).used, succeeded);
});
