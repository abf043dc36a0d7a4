/**
 * A process that uses the embedded database of a folder. It reports to its parent when it has joined, adds a
 * row on a message and leaves on the message `leave`.
 */
import { pino } from 'pino';
import { openDatabase, queryRow } from '../../src/store/database.ts';
import { openEmbeddedDatabase } from '../../src/store/embedded/embedded-database.ts';

const [dataDir = ''] = process.argv.slice(2);
const embedded = await openEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }), durable: false });
const db = openDatabase(() => embedded.url, { poolSize: 1 });
await db.raw('create table if not exists marks (id serial primary key)');
process.send?.('joined');
process.on('message', (request) => {
  void answer(request as string);
});

async function answer(request: string): Promise<void> {
  if (request === 'leave') {
    await db.destroy();
    await embedded.close();
    process.disconnect();
    return;
  }
  try {
    await db.raw('insert into marks default values');
    const { count } = await queryRow<{ count: number }>(db, 'select count(*)::int as count from marks', {});
    process.send?.(count);
  } catch {
    process.send?.('failed');
  }
}
