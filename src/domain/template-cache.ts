import { LRUCache } from 'lru-cache';
import type { Database } from '../store/database.ts';
import { readVersion, type TemplateVersion } from '../store/templates.ts';

/** Template versions by id. They never change, so that what was read once stays right. */
export interface TemplateCache {
  /** Null where the version is gone. Requests that come together read it once. */
  read(versionId: string): Promise<TemplateVersion | null>;
}

/** A cache of at most so many bytes of documents, counted as JSON. */
export function createTemplateCache(db: Database, maxBytes = 64 * 1024 * 1024): TemplateCache {
  const versions = new LRUCache<string, TemplateVersion>({
    maxSize: maxBytes,
    sizeCalculation: (version) => JSON.stringify(version).length,
    fetchMethod: async (versionId) => (await readVersion(db, versionId)) ?? undefined,
  });
  return { read: async (versionId) => (await versions.fetch(versionId)) ?? null };
}
