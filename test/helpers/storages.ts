/**
 * Each kind of storage, empty, for tests that all of them have to pass.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { startObjectStore } from './object-store.ts';

export interface TestStorage {
  readonly storage: Storage;
  /** For whoever opens it, too. */
  readonly url: string;
  /** How many files are half written. */
  countUnfinished(): Promise<number>;
  close(): Promise<void>;
}

export const storageKinds = [
  { kind: 'a folder', open: openTestFolder },
  { kind: 'a bucket', open: openTestBucket },
] as const;

async function openTestFolder(): Promise<TestStorage> {
  const parent = await mkdtemp(path.join(tmpdir(), 'platen-storage-'));
  const folder = path.join(parent, 'new folder');
  const url = pathToFileURL(folder).href;
  return {
    url,
    storage: await openStorage(url, 'me'),
    countUnfinished: async () => (await readdir(path.join(folder, 'tmp', 'me'))).length,
    close: () => rm(parent, { recursive: true }),
  };
}

async function openTestBucket(): Promise<TestStorage> {
  const store = await startObjectStore();
  const url = await store.createBucket();
  return {
    url,
    storage: await openStorage(url, 'me'),
    async countUnfinished() {
      const Bucket = new URL(url).host;
      const { Uploads } = await store.client.send(new ListMultipartUploadsCommand({ Bucket }));
      return Uploads?.length ?? 0;
    },
    close: () => store.close(),
  };
}
