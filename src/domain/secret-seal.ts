import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SealedSecret } from '../store/url-keys.ts';

/** Encrypts secrets for the database. */
export interface SecretSeal {
  /** Identifies the SIGNING_SECRET that it is made from. */
  readonly id: Buffer;
  seal(ownerId: string, secret: string): SealedSecret;
  /** Null: it was sealed with another SIGNING_SECRET, or was changed. */
  open(ownerId: string, sealed: SealedSecret): string | null;
}

const [nonceBytes, tagBytes] = [12, 16];

/**
 * AES-256-GCM with a key that HKDF derives from SIGNING_SECRET. A sealed secret belongs to the id of its
 * owner, and to one purpose.
 */
export function createSecretSeal(
  signingSecret: string,
  purpose: 'url keys' | 'second factors' = 'url keys',
): SecretSeal {
  const key = derive(signingSecret, `platen ${purpose}`, 32);
  const id = derive(signingSecret, `platen ${purpose} id`, 16);
  return {
    id,
    seal(ownerId, secret) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(ownerId));
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return { sealedSecret: Buffer.concat([nonce, encrypted, cipher.getAuthTag()]), sealedWith: id };
    },
    open(ownerId, { sealedSecret, sealedWith }) {
      if (!id.equals(sealedWith) || sealedSecret.length < nonceBytes + tagBytes) return null;
      const end = sealedSecret.length - tagBytes;
      const decipher = createDecipheriv('aes-256-gcm', key, sealedSecret.subarray(0, nonceBytes))
        .setAAD(Buffer.from(ownerId))
        .setAuthTag(sealedSecret.subarray(end));
      try {
        const opened = decipher.update(sealedSecret.subarray(nonceBytes, end));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

function derive(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
}
