import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { passkeyWords } from '../words/passkeys.ts';
import { api, data, type Schema } from './client.ts';
import { PasskeyError } from './problem.ts';
import { sendSignedOut } from './send.ts';
import type { Session } from './session.ts';

/** Whether this browser has passkeys: not without https, for example. */
export function hasPasskeys(): boolean {
  return browserSupportsWebAuthn();
}

/** Makes a passkey with the browser, and adds it to the account. */
export async function addPasskey(name: string, proof: Schema<'OwnerProof'>): Promise<Schema<'AddedPasskey'>> {
  const { options } = await data(api.POST('/passkeys', { body: proof }));
  const { id, response } = await ask(() =>
    startRegistration({ optionsJSON: options as unknown as CreationOptions }),
  );
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const body = { name, id, clientDataJSON, attestationObject, transports };
  return await data(api.PUT('/passkeys', { body }));
}

/** Uses a passkey in the session, for a request that needs the second factor. */
export async function provePasskey(): Promise<Schema<'PasskeyAnswer'>> {
  const { options } = await data(api.POST('/passkey-proof'));
  return await answer(options);
}

/** Finishes a sign-in with a passkey. */
export async function signInWithPasskey(challenge: string): Promise<Session> {
  const { options } = await data(api.POST('/session/passkey', { body: { challenge }, fetch: sendSignedOut }));
  const passkey = await answer(options);
  return await data(api.PUT('/session/passkey', { body: { challenge, passkey }, fetch: sendSignedOut }));
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

async function answer(options: object): Promise<Schema<'PasskeyAnswer'>> {
  const { id, response } = await ask(() => startAuthentication({ optionsJSON: options as RequestOptions }));
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Asks the browser. What it refuses becomes a PasskeyError. */
async function ask<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    throw new PasskeyError(describe(error), { cause: error });
  }
}

function describe(error: unknown): string {
  const { failures } = passkeyWords;
  const code = error instanceof WebAuthnError ? error.code : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return failures.known;
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') return failures.elsewhere;
  const { name } = (error instanceof WebAuthnError ? error.cause : error) as Error;
  return name === 'NotAllowedError' || name === 'AbortError' ? failures.cancelled : failures.other;
}
