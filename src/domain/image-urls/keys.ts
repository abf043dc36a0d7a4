import { randomBytes, randomUUID } from 'node:crypto';
import type { Person } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import { insertUrlKey, type UrlKeyRestrictions } from '../../store/url-keys.ts';
import type { SecretSeal } from '../secret-seal.ts';

export interface UrlKeyParts {
  readonly db: Database;
  readonly seal: SecretSeal;
}

export interface UrlKeyRequest extends UrlKeyRestrictions {
  readonly accountId: string;
  readonly name: string;
  /** Who creates it. Null: the operator. */
  readonly actor: Person | null;
}

/**
 * Creates a URL key for an account and returns its secret, which signs image URLs.
 *
 * @returns `full` if the workspace has as many keys as it may
 */
export async function createUrlKey(
  { db, seal }: UrlKeyParts,
  request: UrlKeyRequest,
): Promise<{ readonly urlKeyId: string; readonly secret: string } | 'unknown-account' | 'full'> {
  const urlKeyId = randomUUID();
  const secret = `puk_${randomBytes(32).toString('base64url')}`;
  const outcome = await insertUrlKey(db, { ...request, urlKeyId, ...seal.seal(urlKeyId, secret) });
  return outcome === 'inserted' ? { urlKeyId, secret } : outcome;
}
