import type { components } from '../../../generated/studio.ts';
import type { ShownMember } from '../../../src/domain/members/caller.ts';
import type { InvitedMember } from '../../../src/domain/members/members.ts';

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

/** An invited member, and the link to hand over. */
export function invitedMemberBody({
  member,
  link: { url, expiresAt },
}: InvitedMember): components['schemas']['InvitedMember'] {
  return { member: memberBody(member), link: { url, expiresAt: expiresAt.toISOString() } };
}
