import type { components } from '../../../generated/studio.ts';
import type { ShownMember } from '../../../src/domain/members/members.ts';

/** A member as the contract describes it. */
export function memberBody({
  createdAt,
  lastSeenAt,
  ...member
}: ShownMember): components['schemas']['Member'] {
  return {
    ...member,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}
