import { createKey } from './createKey.ts';
import { deleteKey } from './deleteKey.ts';
import { endSession } from './endSession.ts';
import { finishOidc } from './finishOidc.ts';
import { getSession } from './getSession.ts';
import { inviteMember } from './inviteMember.ts';
import { listActivity } from './listActivity.ts';
import { listKeys } from './listKeys.ts';
import { listMembers } from './listMembers.ts';
import { listSessions } from './listSessions.ts';
import { removeMember } from './removeMember.ts';
import { setPassword } from './setPassword.ts';
import { signInWithLink } from './signInWithLink.ts';
import { signInWithPassword } from './signInWithPassword.ts';
import { signOut } from './signOut.ts';
import { startOidc } from './startOidc.ts';
import { updateMember } from './updateMember.ts';
import type { StudioHandlers } from './operation.ts';

/** The handlers of the app's contract. */
export const studioHandlers = {
  getSession,
  signInWithPassword,
  signInWithLink,
  startOidc,
  finishOidc,
  signOut,
  listSessions,
  endSession,
  setPassword,
  listMembers,
  inviteMember,
  updateMember,
  removeMember,
  listActivity,
  listKeys,
  createKey,
  deleteKey,
} satisfies StudioHandlers;
