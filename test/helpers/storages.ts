/** Empty storages of each kind, for tests that all kinds must pass. */
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { startObjectStore } from './object-store.ts';

export interface TestStorage {
  readonly storage: Storage;
  /** To open it a second time. */
  readonly url: string;
  /** Counts unfinished writes. */
  countUnfinished(): Promise<number>;
  close(): Promise<void>;
}

export const storageKinds = [
  { kind: 'a folder', open: openTestFolder },
  { kind: 'a bucket', open: openTestBucket },
] as const;

/** Makes all files of a folder two days old, as if they were written then: a sweep spares younger orphans. */
export async function ageFiles(folder: string): Promise<void> {
  const time = new Date(Date.now() - 2 * 86_400_000);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await utimes(path.join(entry.parentPath, entry.name), time, time);
  }
}

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
