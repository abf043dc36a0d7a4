import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { openEmbeddedDatabase } from '../../src/store/embedded/embedded-database.ts';

/** Runs `use` with the connection URL of an empty PostgreSQL, which is removed afterwards. */
export async function withDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-bench-'));
  const server = await openEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }) });
  try {
    await use(server.url);
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
