import type { Member } from '../../store/members.ts';

type Described = Pick<Member, 'name' | 'email' | 'pendingEmail' | 'role'>;

/** What has changed of a member, in words for the log; empty if nothing has. */
export function describeChange(before: Described, after: Described): string {
  return [
    describe('Name', before.name, after.name),
    describe('Address', before.email ?? 'none', after.email ?? 'none'),
    describe('Address to confirm', before.pendingEmail ?? 'none', after.pendingEmail ?? 'none'),
    describe('Role', before.role.toLowerCase(), after.role.toLowerCase()),
  ]
    .filter((text) => text !== null)
    .join(', ');
}

function describe(what: string, before: string, after: string): string | null {
  return before === after ? null : `${what}: ${before} → ${after}`;
}
