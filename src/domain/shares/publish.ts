/**
 * A render that is published: the file is stored, then the link is recorded. Whatever goes wrong leaves neither, and costs nothing.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StorageUnavailableError, type Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import type { Caller } from '../../store/callers.ts';
import {
  hasActiveLinks,
  insertShareLink,
  refundShareLink,
  resolveShareLink,
  type InsertOutcome,
  type NewShareLink,
} from '../../store/share-links.ts';
import { problems } from '../errors.ts';
import { extensions } from '../filename-rules.ts';
import {
  generate,
  type Delivery,
  type Generated,
  type GenerateParts,
  type GenerateRequest,
} from '../generate.ts';
import { mediaTypes, sharedFileKey } from './files.ts';
import { describeLink, type PublicUrl, type SharedRender } from './list.ts';

export interface PublishParts extends GenerateParts {
  readonly publicUrl: PublicUrl;
}

/** 18 bytes are 24 characters without a rest. */
const tokenBytes = 18;

/**
 * One render, from its request to its public address.
 *
 * @throws Problem as `generateImage`; SHARING_NOT_AVAILABLE_ON_PLAN, SHARE_LINK_LIMIT_REACHED, SHARING_UNAVAILABLE,
 *   SHARE_UPLOAD_FAILED
 */
export async function publishImage(
  parts: PublishParts,
  request: GenerateRequest,
): Promise<Generated<SharedRender>> {
  return await generate(parts, request, publicDelivery(parts, request));
}

function publicDelivery(parts: PublishParts, request: GenerateRequest): Delivery<SharedRender> {
  const { db, storage } = parts;
  const { caller, format, log } = request;
  return {
    refund: refundShareLink,

    async check() {
      const { mostActive } = rulesFor(parts, caller);
      if (await hasActiveLinks(db, caller.workspaceId, mostActive))
        throw problems.shareLimitReached(mostActive);
      await storage.check().catch((error: unknown) => {
        throw problems.sharingUnavailable(error);
      });
    },

    async complete({ template, result }, charge) {
      const { mostActive, lifetimeMs } = rulesFor(parts, caller);
      const fileKey = sharedFileKey(charge.id);
      await storeFile(storage, fileKey, result.data, log);
      const outcome = await record(db, {
        workspaceId: caller.workspaceId,
        accountId: caller.accountId,
        templateId: template.id,
        templateName: template.name,
        source: 'API',
        token: randomBytes(tokenBytes).toString('base64url'),
        extension: extensions[format],
        mediaType: mediaTypes[format],
        chargeId: charge.id,
        fileKey,
        fileBytes: result.data.byteLength,
        lifetimeMs,
        mostActive,
      });
      if (outcome.kind === 'made') return describeLink(outcome.link, parts.publicUrl);
      if (outcome.kind !== 'unknown') await dropFile(storage, fileKey, log);
      switch (outcome.kind) {
        case 'full':
          throw problems.shareLimitReached(mostActive);
        case 'charge-given-back':
          // This process was held up for long, and may have been taken for gone.
          throw problems.rendererUnavailable(1, 'the charge had been given back');
        default:
          throw problems.shareUploadFailed(outcome.cause);
      }
    },
  };
}

/** What the caller's plan allows. */
function rulesFor(
  { plans }: PublishParts,
  { plan }: Caller,
): { readonly mostActive: number; readonly lifetimeMs: number } {
  const { shareLinks, activeShareLinks: mostActive, shareLinkLifetimeMs: lifetimeMs } = plans[plan];
  if (!shareLinks || lifetimeMs === null) throw problems.sharingNotOnPlan(plan);
  return { mostActive, lifetimeMs };
}

async function storeFile(storage: Storage, key: string, content: Uint8Array, log: Logger): Promise<void> {
  try {
    await storage.write(key, content);
  } catch (error) {
    // It may have arrived though its answer did not.
    await dropFile(storage, key, log);
    throw error instanceof StorageUnavailableError
      ? problems.sharingUnavailable(error)
      : problems.shareUploadFailed(error);
  }
}

/** Nothing waits for it: a file that stays has no link, and a sweep removes it. */
async function dropFile(storage: Storage, key: string, log: Logger): Promise<void> {
  await storage.delete(key).catch((error: unknown) => {
    log.warn({ err: error, key }, 'a file that was not published stays until the next sweep');
  });
}

type RecordOutcome =
  | InsertOutcome
  /** There is no link. */
  | { readonly kind: 'failed'; readonly cause: unknown }
  /** The database does not tell. Giving the charge back removes the link, if there is one, and then a sweep the file. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** Waits before the questions whether there is a link after all: whatever cut the connection may take others as well. */
const resolveDelaysMs = [0, 200, 1_000];

async function record(db: Database, link: NewShareLink): Promise<RecordOutcome> {
  let cause: unknown;
  try {
    return await insertShareLink(db, link);
  } catch (error) {
    cause = error;
  }
  for (const delayMs of resolveDelaysMs) {
    await sleep(delayMs);
    try {
      // Only the answer may have been lost.
      const made = await resolveShareLink(db, link.chargeId);
      return made === null ? { kind: 'failed', cause } : { kind: 'made', link: made };
    } catch {
      // What it was about is in the log anyway, with the cause.
    }
  }
  return { kind: 'unknown', cause };
}
