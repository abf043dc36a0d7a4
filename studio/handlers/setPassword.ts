import { setPassword as set } from '../../src/domain/sessions/set-password.ts';
import type { Handler } from './operation.ts';

export const setPassword: Handler<'setPassword'> = async ({ caller, client, body }, { signIn }) => {
  await set(signIn, caller, client.address, body);
  return { status: 204, headers: {} };
};
