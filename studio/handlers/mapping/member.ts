import type { components } from '../../../generated/studio.ts';
import type { ShownMember } from '../../../src/domain/members/caller.ts';
import type { InvitedMember, UpdatedMember } from '../../../src/domain/members/members.ts';

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

/** A changed member, and the link to hand over, if there is one. */
export function updatedMemberBody({ member, link }: UpdatedMember): components['schemas']['UpdatedMember'] {
  return {
    ...memberBody(member),
    link: link === null ? null : { url: link.url, expiresAt: link.expiresAt.toISOString() },
  };
}

/** An invited member, and the link to hand over. */
export function invitedMemberBody({
  member,
  link: { url, expiresAt },
}: InvitedMember): components['schemas']['InvitedMember'] {
  return { member: memberBody(member), link: { url, expiresAt: expiresAt.toISOString() } };
}
