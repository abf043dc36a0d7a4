/**
 * Restarts two API processes behind nginx and Caddy one after the other, under a constant load, and counts
 * the requests that fail. Exits with 1 if one does. `npm run test:rolling -- --proxy nginx --rounds 5`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { readLedger } from '../helpers/batch.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { createFleet } from '../helpers/fleet.ts';
import { findFreePort } from '../helpers/free-port.ts';
import { addTemplate, createTenant } from '../helpers/http.ts';
import { startProxy, type Proxy, type ProxyName } from './proxy.ts';

const { values: options } = parseArgs({
  options: {
    proxy: { type: 'string', multiple: true, default: ['nginx', 'caddy'] },
    /** How many times each process is restarted. */
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '8' },
    'drain-delay': { type: 'string', default: '5s' },
  },
});
/** The load ends here, however long a restart takes. */
const maxRequests = 100_000;
const maxMinutes = 15;

interface Load {
  readonly sent: number;
  readonly renders: number;
  /** How often each failure came: a status, or the error of the connection. */
  readonly failures: ReadonlyMap<string, number>;
  readonly slowestMs: number;
}

let failed = 0;
for (const name of options.proxy) {
  if (name !== 'nginx' && name !== 'caddy') throw new Error(`--proxy is nginx or caddy, not ${name}.`);
  failed += await measure(name);
}
process.exitCode = failed === 0 ? 0 : 1;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Measures one proxy, and returns how many requests failed. */
async function measure(name: ProxyName): Promise<number> {
  const ports: [number, number] = [await findFreePort(), await findFreePort()];
  const proxy = await startProxy(name, ports);
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-rolling-'));
  const fleet = createFleet(database, folder, {
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: '127.0.0.1/32',
    MAX_CONNECTIONS_PER_ADDRESS: 'off',
    DRAIN_DELAY: options['drain-delay'],
    RATE_LIMITS: 'off',
  });
  const stop = new AbortController();
  try {
    const serve = (port: number) => fleet.serve({ PORT: String(port) });
    const members = [await serve(ports[0]), await serve(ports[1])];
    const tenant = await createTenant(database.db, { plan: 'enterprise' });
    const templateId = await addTemplate(database.db, tenant);
    await waitUntilReady(proxy);
    const timeout = setTimeout(() => stop.abort(), maxMinutes * 60_000);
    const loading = sendLoad(proxy, templateId, tenant.apiKey, stop.signal);
    const startedAt = performance.now();
    for (let round = 0; round < Number(options.rounds); round += 1) {
      for (const [index, port] of ports.entries()) {
        await members[index]?.stop();
        members[index] = await serve(port);
        // Until the proxy knows that it is back: Caddy asks every second.
        await sleep(2_000);
      }
    }
    const seconds = (performance.now() - startedAt) / 1000;
    stop.abort();
    clearTimeout(timeout);
    const { sent, renders, failures, slowestMs } = await loading;
    const { used } = await readLedger(database.db, tenant.workspaceId);
    const count = [...failures.values()].reduce((sum, each) => sum + each, 0);
    print(
      `${name}, DRAIN_DELAY ${options['drain-delay']}: ${Number(options.rounds) * 2} restarts in ` +
        `${seconds.toFixed(0)} s, ${sent} requests, ${count} failed, slowest ${slowestMs.toFixed(0)} ms; ` +
        `${renders} renders answered, ${used} charged`,
    );
    for (const [what, times] of failures) print(`  ${times} × ${what}`);
    return count;
  } finally {
    stop.abort();
    await fleet.close();
    await database.close();
    await proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function waitUntilReady(proxy: Proxy): Promise<void> {
  const agent = new Agent({ connect: { ca: proxy.certificate } });
  for (;;) {
    const { statusCode, body } = await request(`${proxy.url}/readyz`, { dispatcher: agent });
    await body.dump();
    if (statusCode === 200) break;
    await sleep(100);
  }
  await agent.close();
}

/** Sends requests in turn from each client, half of them renders (POST), until its signal. */
async function sendLoad(proxy: Proxy, templateId: string, apiKey: string, stop: AbortSignal): Promise<Load> {
  const agent = new Agent({ connect: { ca: proxy.certificate } });
  const failures = new Map<string, number>();
  let [sent, renders, slowestMs] = [0, 0, 0];
  const sendOne = async (isRender: boolean): Promise<string | null> => {
    const target = isRender ? `/api/v1/templates/${templateId}/generate` : `/api/v1/templates/${templateId}`;
    try {
      const { statusCode, body } = await request(proxy.url + target, {
        method: isRender ? 'POST' : 'GET',
        dispatcher: agent,
        headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
        body: isRender ? '{"variables":{"title":"a"}}' : null,
      });
      await body.arrayBuffer();
      if (statusCode !== 200) return `${isRender ? 'POST' : 'GET'} answered ${statusCode}`;
      if (isRender) renders += 1;
      return null;
    } catch (error) {
      return `${isRender ? 'POST' : 'GET'}: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
  const client = async (first: number): Promise<void> => {
    for (let turn = first; !stop.aborted && sent < maxRequests; turn += 1) {
      sent += 1;
      const startedAt = performance.now();
      const failure = await sendOne(turn % 2 === 0);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      if (failure !== null) failures.set(failure, (failures.get(failure) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: Number(options.clients) }, (_, index) => client(index)));
  await agent.close();
  return { sent, renders, failures, slowestMs };
}
