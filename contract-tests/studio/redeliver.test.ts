import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { components } from '../../generated/studio.ts';
import { queryRows } from '../../src/store/database.ts';
import { complete, plainBatch } from '../../test/helpers/batch.ts';
import { waitUntil } from '../../test/helpers/wait-until.ts';
import { addTemplate } from '../../test/helpers/http.ts';
import { startStudio, type Studio, type StudioUser } from '../../test/helpers/studio.ts';
import { addJob } from './add-job.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';

type Delivery = components['schemas']['Delivery'];

let studio: Studio;
let ofOwner: string;
let ofMember: string;
before(async () => {
  studio = await startStudio({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } });
  ofOwner = await addFailed(studio.owner);
  ofMember = await addFailed(studio.member);
});
after(() => studio.close());

/** The id of a delivery that was given up. */
async function addFailed(user: StudioUser): Promise<string> {
  const { db } = studio;
  const jobId = await addJob(studio, user, {
    ...plainBatch(await addTemplate(db, user)),
    callbackUrl: 'https://127.0.0.1/hook',
  });
  await complete(db, jobId);
  const [delivery] = await queryRows<{ id: string }>(
    db,
    `update callback_deliveries set status = 'FAILED', next_attempt_at = null, attempts = 5
     where job_id = :jobId returning id`,
    { jobId },
  );
  return delivery?.id ?? '';
}

const redeliver = (deliveryId: string) => studio.call('redeliver', { path: { deliveryId } });

testOperation('redeliver', {
  202: [{ act: () => redeliver(ofOwner) }, { act: () => redeliver(ofMember) }],
  409: [{ act: () => redeliver(ofOwner), code: 'DELIVERY_PENDING' }],
});

test('an attempt is due at once', async () => {
  const deliveryId = await addFailed(studio.owner);
  const delivery = (await redeliver(deliveryId)).json as Delivery;
  assert.deepEqual([delivery.deliveryId, delivery.status, delivery.attempts], [deliveryId, 'PENDING', 5]);
  await waitUntil(() => Promise.resolve(new Date(delivery.nextAttemptAt ?? 'never') <= new Date()));
});
