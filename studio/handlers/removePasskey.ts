import { removeOwnPasskey } from '../../src/domain/sessions/second-factor/passkeys/own-passkeys.ts';
import type { Handler } from './operation.ts';

export const removePasskey: Handler<'removePasskey'> = async ({ caller, client, path, body }, { signIn }) => {
  await removeOwnPasskey(signIn, caller, client.address, { ...body, passkeyId: path.passkeyId });
  return { status: 204, headers: {} };
};
