import { startOwnFactor } from '../../src/domain/sessions/second-factor/own-factor.ts';
import type { Handler } from './operation.ts';

export const startSecondFactor: Handler<'startSecondFactor'> = async (
  { caller, client, body },
  { signIn },
) => {
  const { secret, uri, qrCode } = await startOwnFactor(signIn, caller, client.address, body);
  const { size, dark } = qrCode;
  const rows = Array.from({ length: size }, (_, row) => dark.slice(row * size, (row + 1) * size).join(''));
  return { status: 200, headers: {}, body: { secret, uri, qrCode: rows } };
};
