import { crc32 } from 'node:zlib';
import type { Logger } from 'pino';
import type { ImageFetcher } from '../../outbound/fetch-image.ts';
import { recordImage } from '../../store/cached-images.ts';
import { readUsage, refundCause } from '../../store/quota.ts';
import { readRendersToday, reserveWithinDay } from '../../store/url-keys.ts';
import { problems } from '../problems/catalogue.ts';
import { toProblem } from '../problems/to-problem.ts';
import { renderCharged, renderFree, type ChargedRender } from '../renders/generate.ts';
import type { PreparedRender } from '../renders/render-template.ts';
import { mediaTypes } from '../files/shared-files.ts';
import { cachedImageKey } from './files.ts';
import { asValueProblem, inQuery } from './identify-picture.ts';
import type { Picture } from './picture.ts';
import { isHostAllowed } from './image-hosts.ts';
import type { ImageUrlParts, LoadedImage, PictureCall } from './parts.ts';
import { imageProblems } from './problems.ts';
import type { PictureTurn } from './picture-turns.ts';

/** A call that no stored picture answers. */
interface RenderCall extends PictureCall {
  /** Whether the picture was charged before: it is rendered again for free. */
  readonly isPaid: boolean;
  /** Until when it may wait for its turn and a renderer, as `performance.now()`. */
  readonly deadlineMs: number;
}

/**
 * Renders a picture, stores it, and charges it. If it cannot be stored, it is served all the same; its record
 * says that it was charged, so that it is rendered again for free.
 *
 * @throws Problem as `generateImage`; VARIABLE_VALIDATION_FAILED, IMAGE_URL_RESTRICTED
 */
export async function renderPicture(
  parts: ImageUrlParts,
  picture: Picture,
  call: RenderCall,
): Promise<LoadedImage> {
  const { isPaid } = call;
  try {
    const prepared = await picture.prepare();
    const guard = guardHosts(parts.fetchImage, prepared, picture.imageHosts);
    const guarded = { ...parts, fetchImage: guard.fetchImage };
    const render = () =>
      isPaid || picture.isFree
        ? renderForFree(guarded, picture, prepared, call)
        : renderForCharge(guarded, picture, prepared, call);
    const rendering = picture.isFree ? render() : parts.turns.run(parts.db, getTurn(parts, call), render);
    return await rendering.catch((error: unknown) => {
      throw guard.hasRefused() ? imageProblems.hostRestricted(picture.imageHosts ?? []) : error;
    });
  } catch (error) {
    call.signal.throwIfAborted();
    throw inQuery(asValueProblem(toProblem(error)));
  }
}

/** How a picture waits. */
function getTurn(parts: ImageUrlParts, call: RenderCall): PictureTurn {
  const { caller, deadlineMs, isPaid, signal } = call;
  const { keyId: urlKeyId, accountId, workspaceId, plan } = caller;
  const canBePaid = async () => isPaid || (await hasRendersLeft(parts, call));
  const rated = parts.limitsRates ? parts.plans[plan] : null;
  return { plan: rated, accountId, workspaceId, urlKeyId, deadlineMs, signal, canBePaid };
}

/** Whether the month, and the day of the key, have renders left. */
async function hasRendersLeft(
  { db, plans }: ImageUrlParts,
  { caller: { keyId: urlKeyId, workspaceId, plan }, rendersADay }: PictureCall,
): Promise<boolean> {
  const { used } = await readUsage(db, workspaceId, new Date());
  if (used >= plans[plan].rendersPerMonth) return false;
  return rendersADay === null || (await readRendersToday(db, { urlKeyId, workspaceId })) < rendersADay;
}

async function renderForCharge(
  parts: ImageUrlParts,
  picture: Picture,
  prepared: PreparedRender,
  call: RenderCall,
): Promise<LoadedImage> {
  const { caller, requestId, signal, log, deadlineMs: waitUntilMs } = call;
  const { templateId } = picture;
  const queued = { lane: 'picture', waitUntilMs } as const;
  const request = { templateId, caller, requestId, signal, log, ...queued, ...dayLimit(call) };
  const { delivered } = await renderCharged(parts, prepared, request, {
    refund: refundCause,
    async complete({ data }, charge) {
      await storeFile(parts, picture, data, log);
      const outcome = await record(parts, picture, data, charge.id);
      // A process that was blocked for long is presumed dead, and its charges are refunded.
      if (outcome === 'refunded') throw problems.rendererUnavailable(1, 'the charge was refunded');
      if (outcome === 'paid') await charge.refund();
      return { data, createdAt: new Date() };
    },
  });
  return delivered;
}

async function renderForFree(
  parts: ImageUrlParts,
  picture: Picture,
  prepared: PreparedRender,
  { caller, signal, log, deadlineMs }: RenderCall,
): Promise<LoadedImage> {
  // A default picture has no turn, so the render queue limits it. It may stand in for one that has waited.
  const queued = picture.isFree ? {} : ({ lane: 'picture', waitUntilMs: deadlineMs } as const);
  const { data } = await renderFree(parts, prepared, { caller, signal, log, ...queued });
  await storeFile(parts, picture, data, log);
  await record(parts, picture, data, null);
  return { data, createdAt: new Date() };
}

/** Limits the renders of a key by day as well. */
function dayLimit({ caller, rendersADay }: PictureCall): Pick<ChargedRender, 'reserve'> {
  if (rendersADay === null) return {};
  return {
    async reserve(db, reservation) {
      const { now } = reservation;
      const reserved = await reserveWithinDay(db, reservation, { urlKeyId: caller.keyId, rendersADay });
      if (reserved !== 'day-full') return reserved;
      throw imageProblems.rendersUsedUp(tomorrow(now), now);
    },
  };
}

function tomorrow(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

async function storeFile(
  { storage }: ImageUrlParts,
  { hash }: Picture,
  data: Uint8Array,
  log: Logger,
): Promise<void> {
  // Its record has the checksum, which shows a file that a loss of power has damaged.
  await storage.writeUnsynced(cachedImageKey(hash), data).catch((error: unknown) => {
    log.error({ err: error }, 'a picture could not be stored; it is served, and rendered again when needed');
  });
}

async function record(
  { db, urlCacheTtlMs: ttlMs }: ImageUrlParts,
  { hash, format }: Picture,
  data: Uint8Array,
  chargeId: string | null,
): ReturnType<typeof recordImage> {
  const content = { mediaType: mediaTypes[format], bytes: data.byteLength, crc32: crc32(data) };
  return await recordImage(db, { hash, ...content, chargeId, ttlMs });
}

/** Makes a fetcher that keeps to the allowed hosts with the pictures of variables, also in redirects. */
function guardHosts(
  fetchImage: ImageFetcher,
  { bound }: PreparedRender,
  hosts: readonly string[] | null,
): { readonly fetchImage: ImageFetcher; readonly hasRefused: () => boolean } {
  if (hosts === null) return { fetchImage, hasRefused: () => false };
  let hasRefused = false;
  const ofTemplate = new Set(
    bound.sources.flatMap(({ location, variable }) =>
      location.from === 'remote' && variable === null ? [location.url] : [],
    ),
  );
  const isAllowed = (url: URL): boolean => {
    if (isHostAllowed(hosts, url)) return true;
    hasRefused = true;
    return false;
  };
  return {
    hasRefused: () => hasRefused,
    fetchImage: (url, signal, onBytes) =>
      fetchImage(url, signal, onBytes, ofTemplate.has(url) ? undefined : isAllowed),
  };
}
