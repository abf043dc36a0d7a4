/**
 * A service whose callbacks reach receivers on this machine.
 */
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer } from 'node:tls';
import { ensureCertificate } from '../../src/cli/callback/certificate.ts';
import { startReceiver, type Reception } from '../../src/cli/callback/receiver.ts';
import { findWorkspace } from '../../src/store/workspaces.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { createFleet } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send } from '../helpers/http.ts';

export interface Sender {
  /** Signs everything that is sent. */
  readonly secret: string;
  /** Has a job of one row come to its end, and its callback delivered at the first attempt. */
  deliver(callbackUrl: string): Promise<Delivered>;
  /** What a delivery looks like to its receiver. */
  capture(): Promise<Reception>;
  /** Ends TLS before a receiver that speaks plain HTTP. Returns the origin in front. */
  shield(port: number): Promise<string>;
  close(): Promise<void>;
}

export interface Delivered {
  readonly jobId: string;
  readonly deliveryId: string;
}

interface Job {
  readonly completionCallback: {
    readonly deliveryId: string;
    readonly status: string;
    readonly attempts: number;
  };
}

/** Starts the service, as processes of their own that trust a certificate made here. */
export async function openSender(): Promise<Sender> {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-clients-'));
  const { key, cert, certFile } = await ensureCertificate(path.join(folder, 'certificate'), '127.0.0.1');
  const database = await createTestDatabase();
  const fleet = createFleet(database, path.join(folder, 'data'), {
    NODE_EXTRA_CA_CERTS: certFile,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    RATE_LIMITS: 'off',
  });
  const closers = [
    () => fleet.close(),
    () => database.close(),
    () => rm(folder, { recursive: true, force: true }),
  ];
  const [{ url }] = await Promise.all([fleet.serve(), fleet.work()]);
  const tenant = await createTenant(database.db);
  const templateId = await addTemplate(database.db, tenant);
  const workspace = await findWorkspace(database.db, tenant.workspaceId);

  const deliver = async (callbackUrl: string): Promise<Delivered> => {
    const submission = { template: { templateId }, rows: [{ title: 'Ž — 終' }], callbackUrl };
    const answer = await send(url, 'POST', '/api/v1/batch-jobs', { key: tenant.apiKey, json: submission });
    if (answer.status !== 202) throw new Error(`Refused: ${JSON.stringify(answer.json)}`);
    const { jobId } = answer.json as { jobId: string };
    for (;;) {
      const read = await send(url, 'GET', `/api/v1/batch-jobs/${jobId}`, { key: tenant.apiKey });
      const { deliveryId, status, attempts } = (read.json as Job).completionCallback;
      if (status === 'DELIVERED' && attempts === 1) return { jobId, deliveryId };
      if (attempts > 0) throw new Error(`Not delivered: ${JSON.stringify(read.json)}`);
      await pause(50);
    }
  };
  return {
    secret: workspace?.callbackSecret ?? '',
    deliver,
    async capture() {
      const received: Reception[] = [];
      const receiver = await startReceiver({
        host: '127.0.0.1',
        port: 0,
        key,
        cert,
        receive: (reception) => {
          received.push(reception);
          return 200;
        },
      });
      try {
        await deliver(`https://127.0.0.1:${receiver.port}/`);
      } finally {
        await receiver.close();
      }
      const [first] = received;
      if (first === undefined) throw new Error('It says that it was delivered, but nothing came.');
      return first;
    },
    async shield(port) {
      const server = createServer({ key, cert }, (socket) => {
        const inner = connect(port, '127.0.0.1');
        const drop = (): void => void (socket.destroy(), inner.destroy());
        inner.on('error', drop).on('close', drop);
        socket.on('error', drop).on('close', drop);
        socket.pipe(inner).pipe(socket);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closers.unshift(async () => void server.close());
      return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async close() {
      for (const close of closers) await close();
    },
  };
}

/** The path of a file that the documentation shows. */
export function receiverFile(name: string): string {
  return path.resolve(import.meta.dirname, '..', '..', 'docs', 'receivers', name);
}

/** The text of a file that the documentation shows. */
export async function readReceiver(name: string): Promise<string> {
  return await readFile(receiverFile(name), 'utf8');
}
