/**
 * A process that reserves a render as the service does and reports the result to its parent. On a message it
 * settles the charge, reports that and ends.
 */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { startHeartbeat } from '../../src/process/heartbeat.ts';
import { openStore } from '../../src/store/open-store.ts';
import { reserveRenders, settleCharge } from '../../src/store/quota.ts';

const [databaseUrl = '', workspaceId = '', accountId = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const store = await openStore({ databaseUrl, dataDir: '' }, log);
const heartbeat = await startHeartbeat(store, randomUUID(), log);
const charge = await reserveRenders(store.db, {
  workspaceId,
  accountId,
  templateId: randomUUID(),
  keyId: null,
  cause: `request ${randomUUID()}`,
  renders: 1,
  limit: 10,
  now: new Date(),
  instanceId: heartbeat.instanceId,
});
process.send?.(charge.granted);
process.on('message', () => {
  void settle();
});

async function settle(): Promise<void> {
  process.send?.(charge.granted && (await settleCharge(store.db, charge.chargeId)));
  await heartbeat.close();
  await store.close();
  process.disconnect();
}
