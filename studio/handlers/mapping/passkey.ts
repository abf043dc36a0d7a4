import type { components } from '../../../generated/studio.ts';
import type { ListedPasskey } from '../../../src/domain/sessions/second-factor/passkeys/own-passkeys.ts';

/** A passkey as the contract describes it. */
export function passkeyBody({
  passkeyId,
  name,
  createdAt,
  lastUsedAt,
  isUsable,
}: ListedPasskey): components['schemas']['Passkey'] {
  return {
    id: passkeyId,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isUsable,
  };
}
