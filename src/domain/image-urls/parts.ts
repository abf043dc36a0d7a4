import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { SingleFlight } from '../../async/single-flight.ts';
import { TrailingReads } from '../../async/trailing-reads.ts';
import type { Actor } from '../../store/callers.ts';
import type { CachedImage } from '../../store/cached-images.ts';
import type { UrlTarget } from '../../store/url-keys.ts';
import type { GenerateParts } from '../renders/generate.ts';
import type { Picture, PictureRequest } from './picture.ts';
import type { SecretSeal } from '../secret-seal.ts';
import { PictureTurns } from './picture-turns.ts';

/** What image URLs need. */
export interface ImageUrlParts extends GenerateParts {
  readonly seal: SecretSeal;
  /** How long a picture stays in the cache. */
  readonly urlCacheTtlMs: number;
  /** Reads of keys, which many requests at the same time share. */
  readonly targets: TrailingReads<UrlTarget | null>;
  /** Secrets of keys, by the key's id, with the sealed ones that they were opened from. */
  readonly secrets: LRUCache<string, { readonly sealedSecret: Buffer; readonly secret: KeyObject }>;
  /** What URLs ask for, by version and URL: neither a version nor the restrictions of a key ever change. */
  readonly identified: LRUCache<string, { readonly request: PictureRequest; readonly picture: Picture }>;
  /** Requests of a key for the same picture wait for one of them. */
  readonly flights: SingleFlight<LoadedImage>;
  /** New pictures wait for the rate of the plan, and for the renderers. */
  readonly turns: PictureTurns;
  /** Records of stored pictures, by hash. A file that does not match its record is looked up again. */
  readonly records: LRUCache<string, CachedImage>;
  /** Pictures in memory, by hash. */
  readonly memory: LRUCache<string, LoadedImage>;
  /** Default pictures that could not be rendered lately, by hash: they are not tried again at once. */
  readonly failedDefaults: LRUCache<string, true>;
}

/** The bytes of a picture. */
export interface LoadedImage {
  readonly data: Uint8Array;
  readonly createdAt: Date;
}

/** On whose behalf a picture is loaded. */
export interface PictureCall {
  /** The account of the URL key, whose id is its `keyId`. */
  readonly caller: Actor & { readonly keyId: string };
  /** Renders that the key may cause in a day (UTC). Null: any number. */
  readonly rendersADay: number | null;
  readonly requestId: string;
  /** Aborts when the client closes the connection. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** Memory for pictures that are asked for often. Larger ones are read from storage each time. */
const memoryBytes = 128 * 1024 * 1024;
const maxEntryBytes = 4 * 1024 * 1024;

/** Between two reads of a key, so that many requests share one. */
const readsRestMs = 2;

const maxSecrets = 1_000;

/** Records of pictures, which are much smaller than the pictures. */
const maxRecords = 10_000;

/** How long a default picture that could not be rendered is not tried again. */
const failureTtlMs = 5 * 60_000;

/** URLs whose parts are not read and checked again. */
const maxIdentified = 2_000;

/** Builds the parts. */
export function createImageUrlParts(
  parts: Omit<
    ImageUrlParts,
    'targets' | 'secrets' | 'records' | 'identified' | 'flights' | 'turns' | 'memory' | 'failedDefaults'
  >,
): ImageUrlParts {
  return {
    ...parts,
    targets: new TrailingReads({ restMs: readsRestMs }),
    secrets: new LRUCache({ max: maxSecrets }),
    records: new LRUCache({ max: maxRecords }),
    identified: new LRUCache({ max: maxIdentified }),
    flights: new SingleFlight(),
    turns: new PictureTurns(),
    memory: new LRUCache({
      maxSize: memoryBytes,
      maxEntrySize: maxEntryBytes,
      sizeCalculation: ({ data }) => Math.max(1, data.byteLength),
    }),
    failedDefaults: new LRUCache({ max: maxRecords, ttl: failureTtlMs }),
  };
}
