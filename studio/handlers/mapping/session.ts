import type { components } from '../../../generated/studio.ts';
import type { OwnSession } from '../../../src/domain/sessions/own-sessions.ts';

/** The session as the contract describes it. */
export function sessionBody({
  session: { createdAt, expiresAt, ...session },
  account: { secondFactors, ...account },
  ...rest
}: OwnSession): components['schemas']['Session'] {
  return {
    ...rest,
    account: { ...account, secondFactors: [...secondFactors] },
    session: { ...session, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
  };
}
