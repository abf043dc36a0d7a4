/** Two processes of the service count together what an account sends to their streams of previews. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { closeCodes } from '../../src/http/studio/previews/connection.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { createFleet } from '../helpers/fleet.ts';
import { addTemplate, type Tenant } from '../helpers/http.ts';
import { openStream } from '../helpers/preview-stream.ts';
import { createUser } from '../helpers/studio.ts';

/** Less than one process admits at once. */
const messages = 550;
const atOnce = 50;

/** A slow machine may send them at a rate that is allowed. Each attempt has an account of its own. */
const attempts = 10;

test('an account that sends to two processes has the rate of one; others are not refused', async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-streams-'));
  const fleet = createFleet(database, folder);
  try {
    const [first, second] = await Promise.all([fleet.serve(), fleet.serve()]);
    const other = await createUser(database.db, { role: 'OWNER' });
    const open = async ({ url }: { url: string }, of: Tenant & { readonly token: string }) =>
      await openStream({ url, token: of.token, templateId: await addTemplate(database.db, of) });
    const sendTo = async (process: { url: string }, user: Tenant & { readonly token: string }) => {
      const stream = await open(process, user);
      const exchange = async (): Promise<null> => {
        for (let sent = 0; sent < messages; sent += atOnce) {
          for (let count = 0; count < atOnce; count += 1) stream.send({});
          // Each is answered.
          for (let count = 0; count < atOnce; count += 1) await stream.next(({ type }) => type === 'problem');
          stream.received.length = 0;
        }
        return null;
      };
      const code = await exchange().catch(() => stream.closed);
      await stream.close();
      return code;
    };
    const neighbours = await Promise.all([open(first, other), open(second, other)]);
    let codes: (number | null)[] = [];
    for (let attempt = 0; attempt < attempts && !codes.includes(closeCodes.violation); attempt += 1) {
      const user = await createUser(database.db, { role: 'OWNER' });
      codes = [await sendTo(first, user), await sendTo(second, user)];
    }
    assert.deepEqual(codes, [null, closeCodes.violation]);
    for (const neighbour of neighbours) {
      neighbour.send({});
      await neighbour.next(({ type }) => type === 'problem');
      await neighbour.close();
    }
  } finally {
    await fleet.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
