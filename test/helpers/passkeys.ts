/** An authenticator in software, which makes and uses passkeys as WebAuthn says, or wrongly. */
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Studio, StudioUser } from './studio.ts';

/** Settings of a service whose pages may use passkeys. Tests send requests to its port all the same. */
export const passkeyEnvironment = { PUBLIC_URL: 'http://localhost:8080' };

/** What tests change of an answer. */
export interface Wrongs {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Of the authenticator's data: default is present and verified. */
  readonly flags?: number;
  readonly counter?: number;
}

export interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
}

export interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly allowCredentials: readonly { readonly id: string }[];
}

/** An attestation, as encoded pairs of its map. */
export interface Attestation {
  readonly format: string;
  readonly statement: Buffer;
}

const noAttestation: Attestation = { format: 'none', statement: Buffer.from([0xa0]) };

const present = 0x01;
const verified = 0x04;
const hasKey = 0x40;

export class Authenticator {
  readonly id: string;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly #origin: string;
  /** 0: it does not count. */
  counter = 0;

  constructor({ id = randomBytes(16), origin = passkeyEnvironment.PUBLIC_URL } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.id = id.toString('base64url');
    this.#key = privateKey;
    this.#origin = origin;
    // A map in COSE: 1 (type) 2, 3 (algorithm) -7, -1 (curve) 1, -2 x, -3 y.
    this.#publicKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** As `navigator.credentials.create`. */
  make({ challenge, rp }: CreationOptions, wrongs: Wrongs = {}, attestation: Attestation = noAttestation) {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.#authenticatorData(rp.id, { flags: present | verified, ...wrongs }, hasKey),
      // Of no model.
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey,
    ]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text(attestation.format),
      text('attStmt'),
      attestation.statement,
      text('authData'),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ]);
    return {
      id: this.id,
      clientDataJSON: this.#clientData('webauthn.create', challenge, wrongs).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    };
  }

  /** As `navigator.credentials.get`. */
  use({ challenge, rpId }: RequestOptions, wrongs: Wrongs = {}) {
    const data = this.#authenticatorData(rpId, { flags: present | verified, ...wrongs });
    const clientData = this.#clientData('webauthn.get', challenge, wrongs);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return {
      id: this.id,
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
    };
  }

  #clientData(type: string, challenge: string, wrongs: Wrongs): Buffer {
    const { origin = this.#origin } = wrongs;
    return Buffer.from(
      JSON.stringify({
        type: wrongs.type ?? type,
        challenge: wrongs.challenge ?? challenge,
        origin,
        crossOrigin: false,
      }),
    );
  }

  #authenticatorData(rpId: string, wrongs: Wrongs & { readonly flags: number }, more = 0): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(wrongs.flags | more);
    rest.writeUInt32BE(wrongs.counter ?? this.counter, 1);
    return Buffer.concat([
      createHash('sha256')
        .update(wrongs.rpId ?? rpId)
        .digest(),
      rest,
    ]);
  }
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** A byte string in CBOR. */
export function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value]);
}

type Caller = Pick<StudioUser, 'token'>;

/** Begins to add a passkey, and returns what the browser needs. */
export async function startPasskey(
  studio: Pick<Studio, 'call'>,
  as: Caller,
  json: object = {},
): Promise<CreationOptions> {
  const started = await studio.call('startPasskey', { as, json });
  assert.equal(started.status, 200, JSON.stringify(started.json));
  return (started.json as { options: CreationOptions }).options;
}

/** Adds a passkey. */
export async function addPasskey(
  studio: Pick<Studio, 'call'>,
  as: Caller,
  {
    authenticator = new Authenticator(),
    name = 'Laptop',
    proof = {},
  }: { readonly authenticator?: Authenticator; readonly name?: string; readonly proof?: object } = {},
): Promise<{
  readonly authenticator: Authenticator;
  readonly passkeyId: string;
  readonly recoveryCodes: readonly string[];
}> {
  const options = await startPasskey(studio, as, proof);
  const added = await studio.call('addPasskey', { as, json: { name, ...authenticator.make(options) } });
  assert.equal(added.status, 200, JSON.stringify(added.json));
  const { passkey, recoveryCodes } = added.json as { passkey: { id: string }; recoveryCodes: string[] };
  return { authenticator, passkeyId: passkey.id, recoveryCodes };
}

/** Uses a passkey in a session, as a proof for the next request. */
export async function provePasskey(studio: Pick<Studio, 'call'>, as: Caller, authenticator: Authenticator) {
  const { status, json } = await studio.call('startPasskeyProof', { as });
  assert.equal(status, 200, JSON.stringify(json));
  return authenticator.use((json as { options: RequestOptions }).options);
}

/** Begins to finish a sign-in with a passkey, and returns what the browser needs. */
export async function askToSignIn(studio: Pick<Studio, 'call'>, challenge: string): Promise<RequestOptions> {
  const { status, json } = await studio.call('startPasskeySignIn', { as: null, json: { challenge } });
  assert.equal(status, 200, JSON.stringify(json));
  return (json as { options: RequestOptions }).options;
}
