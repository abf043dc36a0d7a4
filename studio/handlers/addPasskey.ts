import { addOwnPasskey } from '../../src/domain/sessions/second-factor/passkeys/own-passkeys.ts';
import { passkeyBody } from './mapping/passkey.ts';
import type { Handler } from './operation.ts';

export const addPasskey: Handler<'addPasskey'> = async ({ caller, body }, { signIn }) => {
  const { passkey, recoveryCodes } = await addOwnPasskey(signIn, caller, body);
  return {
    status: 200,
    headers: {},
    body: { passkey: passkeyBody(passkey), recoveryCodes: [...recoveryCodes] },
  };
};
