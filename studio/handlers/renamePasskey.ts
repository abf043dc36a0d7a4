import { renameOwnPasskey } from '../../src/domain/sessions/second-factor/passkeys/own-passkeys.ts';
import type { Handler } from './operation.ts';

export const renamePasskey: Handler<'renamePasskey'> = async ({ caller, path, body }, { signIn }) => {
  await renameOwnPasskey(signIn, caller, path.passkeyId, body.name);
  return { status: 204, headers: {} };
};
