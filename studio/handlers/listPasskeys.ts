import { maxPasskeys, readPasskeys } from '../../src/domain/sessions/second-factor/passkeys/own-passkeys.ts';
import { passkeyBody } from './mapping/passkey.ts';
import type { Handler } from './operation.ts';

export const listPasskeys: Handler<'listPasskeys'> = async ({ caller }, { signIn }) => {
  const { passkeys, origin } = await readPasskeys(signIn, caller);
  return { status: 200, headers: {}, body: { data: passkeys.map(passkeyBody), maxPasskeys, origin } };
};
