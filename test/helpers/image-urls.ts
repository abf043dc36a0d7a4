import { createHmac } from 'node:crypto';
import { createUrlKey } from '../../src/domain/image-urls/keys.ts';
import { openServiceSeal, readSigningSecret } from '../../src/domain/image-urls/seal-of-service.ts';
import type { Database } from '../../src/store/database.ts';
import type { UrlKeyRestrictions } from '../../src/store/url-keys.ts';

/** A URL key with its secret. */
export interface TestUrlKey {
  readonly urlKeyId: string;
  readonly secret: string;
}

const unrestricted: UrlKeyRestrictions = {
  templateIds: null,
  formats: null,
  maxSidePx: null,
  imageHosts: null,
  rendersADay: null,
  hasFallback: false,
  fit: false,
};

/** Creates a URL key of an account. */
export async function addUrlKey(
  db: Database,
  { accountId }: { readonly accountId: string },
  restrictions: Partial<UrlKeyRestrictions> = {},
): Promise<TestUrlKey> {
  const { seal } = await openServiceSeal(db, await readSigningSecret(db, null));
  const request = { ...unrestricted, ...restrictions, accountId, name: 'Site', actor: null };
  const created = await createUrlKey({ db, seal }, request);
  if (typeof created === 'string') throw new Error(`The URL key was not created: ${created}`);
  return created;
}

/** What a signed URL names. */
export interface TestPicture {
  readonly templateId: string;
  readonly version?: string | number;
  readonly file?: string;
  /** The query before `k`, in any form. */
  readonly query?: string;
}

/** Makes the signed target of a picture, with independent code. */
export function signedTarget(
  { urlKeyId, secret }: TestUrlKey,
  { templateId, version = 'live', file = 'card.png', query = '' }: TestPicture,
): string {
  return sign(secret, `/i/${templateId}/${version}/${file}?${query === '' ? '' : `${query}&`}k=${urlKeyId}`);
}

/** Adds the signature to a target. */
export function sign(secret: string, target: string): string {
  return `${target}&s=${createHmac('sha256', secret).update(target).digest('base64url')}`;
}
