/** Accounts as the members of a workspace: roles, addresses, passwords. */

/** An `OWNER` manages members, everybody's keys and the callback secret. */
export type Role = 'OWNER' | 'MEMBER';
