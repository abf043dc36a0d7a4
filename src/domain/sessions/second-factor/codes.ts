/** Codes by time (TOTP, RFC 6238) as every authenticator app makes them, and recovery codes. */
import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const parameters = { issuer: 'Platen', algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Clocks differ: the codes of the step before and of the next one work, too. */
const window = 1;

const recoveryCodeCount = 10;

/** 80 random bits. */
const recoveryCodeBytes = 10;

/** A new secret, and the address from which an authenticator app reads it. */
export function makeTotp(label: string): { readonly secret: string; readonly uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: new TOTP({ ...parameters, secret, label }).toString() };
}

/** The time step that a code belongs to; null if it is none of this secret, or of another time. */
export function findStep(secret: string, code: string, nowMs: number = Date.now()): number | null {
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window, timestamp: nowMs });
  return delta === null ? null : totp.counter({ timestamp: nowMs }) + delta;
}

/** New recovery codes: to hand over once, and to store. */
export function makeRecoveryCodes(): {
  readonly codes: readonly string[];
  readonly hashes: readonly Buffer[];
} {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    new Secret({ buffer: new Uint8Array(randomBytes(recoveryCodeBytes)).buffer }).base32
      .toLowerCase()
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(normalizeCode(code), 'utf8').digest();
}

/** A code without what people add to read it. */
export function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}

/** Whether a code is one by time, and no recovery code. */
export function isTimeCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}
