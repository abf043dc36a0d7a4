import type { components } from '../../../generated/studio.ts';
import type { OwnSession } from '../../../src/domain/sessions/own-sessions.ts';

/** The session as the contract describes it. */
export function sessionBody({
  session: { createdAt, expiresAt, ...session },
  ...rest
}: OwnSession): components['schemas']['Session'] {
  return {
    ...rest,
    session: { ...session, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
  };
}
