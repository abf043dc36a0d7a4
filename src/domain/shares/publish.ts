/** Publishes a render: stores its file, then records the link. A failure leaves neither and is refunded. */
import type { Logger } from 'pino';
import { retry } from '../../async/retry.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import {
  hasActiveLinks,
  insertShareLink,
  refundShareLink,
  resolveShareLink,
  type AdmitLink,
  type InsertOutcome,
  type NewShareLink,
  type ShareLink,
  type ShareSource,
} from '../../store/share-links.ts';
import { needsPublication } from '../authoring/published.ts';
import { problems } from '../problems/catalogue.ts';
import { Problem } from '../problems/problem.ts';
import { toShareProblem } from '../problems/to-problem.ts';
import { requireAnyRoom, requireRoom } from '../quota/stored-data.ts';
import { extensions } from '../../common/names/output-formats.ts';
import {
  generate,
  type Delivery,
  type Generated,
  type GenerateParts,
  type GenerateRequest,
  type Rendered,
} from '../renders/generate.ts';
import { mediaTypes, sharedFileKey } from '../files/shared-files.ts';
import { limitsOfLink, newToken } from './link-rules.ts';
import { describeLink, type PublicUrl, type SharedRender } from './links.ts';

export interface PublishParts extends GenerateParts {
  readonly publicUrl: PublicUrl;
}

export interface PublishRequest extends GenerateRequest {
  readonly source: ShareSource;
  /** Without it: as long as the plan allows. */
  readonly expiresInDays?: number | null;
  /** Is called in the transaction that publishes. If it rejects, nothing is published. */
  readonly keepLink?: (transaction: Database, rendered: Rendered, link: SharedRender) => Promise<void>;
}

/**
 * Renders an image or PDF and publishes it under a public URL.
 *
 * @throws Problem as `generateImage`; SHARING_NOT_AVAILABLE_ON_PLAN, SHARE_LINK_LIMIT_REACHED,
 *   STORAGE_LIMIT_REACHED, SHARING_UNAVAILABLE, SHARE_UPLOAD_FAILED; in the app NEVER_PUBLISHED
 */
export async function publishImage(
  parts: PublishParts,
  request: PublishRequest,
): Promise<Generated<SharedRender>> {
  const published = generate(parts, request, publicDelivery(parts, request));
  if (request.source !== 'DESIGNER') return await published;
  return await needsPublication(parts.db, request.caller, request.templateId, published);
}

function publicDelivery(parts: PublishParts, request: PublishRequest): Delivery<SharedRender> {
  const { db, storage } = parts;
  const { caller, format, source, expiresInDays = null, log } = request;
  return {
    refund: refundShareLink,

    async check() {
      const { maxActive } = limitsOfLink(parts.plans, caller, expiresInDays);
      if (await hasActiveLinks(db, caller.workspaceId, maxActive))
        throw problems.shareLimitReached(maxActive);
      await requireAnyRoom(parts, caller);
      await storage.check().catch((error: unknown) => {
        throw problems.sharingUnavailable(error);
      });
    },

    async complete(rendered, charge) {
      const { template, result } = rendered;
      const { maxActive, lifetimeMs } = limitsOfLink(parts.plans, caller, expiresInDays);
      const fileKey = sharedFileKey(charge.id);
      await storeFile(storage, fileKey, result.data, log);
      const link = {
        workspaceId: caller.workspaceId,
        accountId: caller.accountId,
        templateId: template.id,
        templateName: template.name,
        source,
        token: newToken(),
        extension: extensions[format],
        mediaType: mediaTypes[format],
        chargeId: charge.id,
        fileKey,
        fileBytes: result.data.byteLength,
        lifetimeMs,
        maxActive,
      };
      const outcome = await record(parts, link, async (transaction, inserted) => {
        await request.keepLink?.(transaction, rendered, describeLink(inserted, parts.publicUrl));
      });
      if (outcome.kind === 'inserted') return describeLink(outcome.link, parts.publicUrl);
      if (outcome.kind !== 'unknown') await deleteFile(storage, fileKey, log);
      switch (outcome.kind) {
        case 'full':
          throw problems.shareLimitReached(maxActive);
        case 'charge-refunded':
          // This process stalled and was presumed dead.
          throw problems.rendererUnavailable(1, 'the charge was already refunded');
        case 'failed':
        case 'unknown':
          throw toShareProblem(outcome.cause, problems.shareUploadFailed);
      }
    },
  };
}

async function storeFile(storage: Storage, key: string, content: Uint8Array, log: Logger): Promise<void> {
  try {
    await storage.write(key, content);
  } catch (error) {
    // The file may have been stored although the reply was lost.
    await deleteFile(storage, key, log);
    throw toShareProblem(error, problems.shareUploadFailed);
  }
}

/** Deletes a file that has no link. If this fails, the next sweep deletes it. */
async function deleteFile(storage: Storage, key: string, log: Logger): Promise<void> {
  await storage.delete(key).catch((error: unknown) => {
    log.warn({ err: error, key }, 'an unpublished file stays until the next sweep');
  });
}

type RecordOutcome =
  | InsertOutcome
  /** The link was not created. */
  | { readonly kind: 'failed'; readonly cause: unknown }
  /** No reply. The refund removes a link that was created; a sweep deletes its file. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** Whatever cut the first connection may cut the next ones as well. */
const resolveDelaysMs = [200, 1_000];

async function record(
  { db, plans }: Pick<PublishParts, 'db' | 'plans'>,
  link: NewShareLink & { readonly chargeId: string },
  keep: (transaction: Database, inserted: ShareLink) => Promise<void>,
): Promise<RecordOutcome> {
  const admit: AdmitLink = async (transaction, workspaceId, inserted) => {
    await keep(transaction, inserted);
    await requireRoom(transaction, { plans, workspaceId }, ['bytes']);
  };
  try {
    return await insertShareLink(db, link, admit);
  } catch (cause) {
    if (cause instanceof Problem) return { kind: 'failed', cause };
    // The link may have been created and only the reply lost.
    try {
      const created = await retry(() => resolveShareLink(db, link.chargeId), { delaysMs: resolveDelaysMs });
      return created === null ? { kind: 'failed', cause } : { kind: 'inserted', link: created };
    } catch {
      return { kind: 'unknown', cause };
    }
  }
}
