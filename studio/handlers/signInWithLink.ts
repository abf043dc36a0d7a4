import { signInWithLink as signIn } from '../../src/domain/sessions/link-sign-in.ts';
import type { Handler } from './operation.ts';
import { signInReply } from './mapping/sign-in.ts';
import { signInClient } from './mapping/session-cookie.ts';

export const signInWithLink: Handler<'signInWithLink'> = async ({ body, client }, parts) => {
  return signInReply(await signIn(parts.signIn, signInClient(client), body));
};
