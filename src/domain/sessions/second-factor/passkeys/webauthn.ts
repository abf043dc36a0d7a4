/**
 * Passkeys by WebAuthn, with `@simplewebauthn/server`. It is loaded when the first passkey is used: loading
 * takes as long as a third of the service's own start.
 */
import { randomBytes } from 'node:crypto';
import type { Passkey } from '../../../../store/passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

type Options = Record<string, unknown>;

/** What `navigator.credentials.get` answered, in base64url. */
export interface PasskeyAnswer {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

/** What `navigator.credentials.create` answered, in base64url. */
export interface MadePasskey {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
}

/** How long a browser waits for a person. A challenge lives as long. */
const timeout = 5 * 60_000;

const userVerification = 'preferred';

/** EdDSA, ES256 and RS256, in COSE: every authenticator has one of them. */
const algorithms = [-8, -7, -257];

/** A challenge of 256 random bits. */
export function makeChallenge(): Buffer<ArrayBuffer> {
  return randomBytes(32);
}

/** What a browser needs to make a passkey; it refuses an authenticator that has one of `existing`. */
export async function creationOptions(
  { rpId }: RelyingParty,
  challenge: Buffer<ArrayBuffer>,
  account: { readonly accountId: string; readonly userName: string; readonly displayName: string },
  existing: readonly Passkey[],
): Promise<Options> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: 'Platen Studio',
    rpID: rpId,
    userID: new Uint8Array(Buffer.from(account.accountId.replaceAll('-', ''), 'hex')),
    userName: account.userName,
    userDisplayName: account.displayName,
    challenge,
    timeout,
    attestationType: 'none',
    excludeCredentials: existing.map(describeCredential),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification },
  });
  return { ...options };
}

/** What a browser needs to ask for one of some passkeys. */
export async function requestOptions(
  { rpId }: RelyingParty,
  challenge: Buffer<ArrayBuffer>,
  passkeys: readonly Passkey[],
): Promise<Options> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge,
    timeout,
    allowCredentials: passkeys.map(describeCredential),
    userVerification,
  });
  return { ...options };
}

/** The key of a passkey that was made for a challenge; null if the answer does not prove it. */
export async function verifyMade(
  { rpId, origin }: RelyingParty,
  challenge: Buffer,
  { id, clientDataJSON, attestationObject }: MadePasskey,
): Promise<{ readonly credentialId: Buffer; readonly publicKey: Buffer; readonly counter: number } | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    await refuseAttestation(attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    if (credential.id !== id) return null;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
    };
  } catch {
    // Whatever the answer has: it comes from outside.
    return null;
  }
}

/**
 * Refuses statements about the maker of an authenticator, which nobody has asked for: to check their
 * certificates, the library would fetch lists from the addresses that are in them.
 */
async function refuseAttestation(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  const isOwn = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isOwn) throw new Error('The passkey has an attestation.');
}

/**
 * The counter of an answer to a challenge by a passkey; null if the answer does not prove that. The caller
 * compares the counter with the last one.
 */
export async function verifyAnswer(
  { rpId, origin }: RelyingParty,
  challenge: Buffer,
  passkey: Passkey,
  { id, clientDataJSON, authenticatorData, signature }: PasskeyAnswer,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      // With 0 the library accepts every counter, so that a wrong signature is not taken for a copy.
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

function describeCredential({ credentialId, transports }: Passkey) {
  return { id: credentialId.toString('base64url'), transports: [...transports] };
}
