import { startOwnPasskey } from '../../src/domain/sessions/second-factor/passkeys/own-passkeys.ts';
import type { Handler } from './operation.ts';

export const startPasskey: Handler<'startPasskey'> = async ({ caller, client, body }, { signIn }) => {
  const options = await startOwnPasskey(signIn, caller, client.address, body);
  return { status: 200, headers: {}, body: { options } };
};
