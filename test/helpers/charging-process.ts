/**
 * A process that reserves a render as the service does, tells its parent, and tries to settle it when it is asked to.
 */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { startPresence } from '../../src/presence.ts';
import { openStore } from '../../src/store/open-store.ts';
import { reserveRenders, settleCharge } from '../../src/store/quota.ts';

const [databaseUrl = '', workspaceId = '', accountId = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const store = await openStore({ databaseUrl, dataDir: '' }, log);
const presence = await startPresence(store, randomUUID(), log);
const charge = await reserveRenders(store.db, {
  workspaceId,
  accountId,
  cause: `request ${randomUUID()}`,
  renders: 1,
  limit: 10,
  now: new Date(),
  instanceId: presence.instanceId,
});
process.send?.(charge.granted);
process.on('message', () => {
  void settle();
});

async function settle(): Promise<void> {
  process.send?.(charge.granted && (await settleCharge(store.db, charge.chargeId)));
  await presence.close();
  await store.close();
  process.disconnect();
}
