import type { components } from '../../../generated/studio.ts';
import type { ShownKey } from '../../../src/domain/keys/keys.ts';

/** An API key as the contract describes it. */
export function keyBody({
  keyId,
  accountId,
  accountName,
  mayAuthor,
  createdAt,
  lastUsedAt,
  expiresAt,
  ...key
}: ShownKey): components['schemas']['Key'] {
  return {
    ...key,
    id: keyId,
    account: { id: accountId, name: accountName },
    mayAuthor: mayAuthor === true,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
