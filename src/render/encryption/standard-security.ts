/** The standard security handler of PDF 2.0, revision 6: AES-256 (ISO 32000-2, 7.6). */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts the strings and streams of a file. */
export interface FileEncryption {
  /** The encryption dictionary, which itself is not encrypted. */
  readonly dictionary: string;
  encrypt(data: Uint8Array): Uint8Array;
}

const BLOCK_BYTES = 16;
const KEY_BYTES = 32;
const SALT_BYTES = 8;
/** All operations are allowed: everybody who opens the file may print, copy and change it. */
const PERMISSIONS = -4;

/**
 * The encryption of a file that opens with a password. The password of the owner is random: nobody has it.
 *
 * @param password `checkPassword` has accepted it
 */
export function encryptWithPassword(password: string): FileEncryption {
  const fileKey = randomBytes(KEY_BYTES);
  const user = makeVerifier(Buffer.from(password, 'utf8'), fileKey, Buffer.alloc(0));
  const owner = makeVerifier(randomBytes(KEY_BYTES), fileKey, user.verifier);
  const entries = {
    Filter: '/Standard',
    V: '5',
    R: '6',
    Length: '256',
    CF: '<</StdCF <</Type /CryptFilter /CFM /AESV3 /AuthEvent /DocOpen /Length 32>>>>',
    StmF: '/StdCF',
    StrF: '/StdCF',
    U: toHex(user.verifier),
    UE: toHex(user.encryptedKey),
    O: toHex(owner.verifier),
    OE: toHex(owner.encryptedKey),
    P: String(PERMISSIONS),
    Perms: toHex(encryptPermissions(fileKey)),
    EncryptMetadata: 'true',
  };
  const dictionary = Object.entries(entries).map(([key, value]) => `/${key} ${value}`);
  return {
    dictionary: `<<${dictionary.join(' ')}>>`,
    encrypt(data) {
      const vector = randomBytes(BLOCK_BYTES);
      const cipher = createCipheriv('aes-256-cbc', fileKey, vector);
      return Buffer.concat([vector, cipher.update(data), cipher.final()]);
    },
  };
}

/** What verifies a password (`U`, `O`), and the key of the file, which it opens (`UE`, `OE`). */
function makeVerifier(password: Buffer, fileKey: Buffer, user: Buffer) {
  const [validationSalt, keySalt] = [randomBytes(SALT_BYTES), randomBytes(SALT_BYTES)];
  const verifier = Buffer.concat([hashPassword(password, validationSalt, user), validationSalt, keySalt]);
  const key = hashPassword(password, keySalt, user);
  return { verifier, encryptedKey: encryptBlocks('aes-256-cbc', key, Buffer.alloc(BLOCK_BYTES), fileKey) };
}

const hashes = ['sha256', 'sha384', 'sha512'] as const;

/** Algorithm 2.B (7.6.4.3.4): at least 64 rounds of AES-128 and one of three hashes. */
function hashPassword(password: Buffer, salt: Buffer, user: Buffer): Buffer {
  let key = createHash('sha256').update(password).update(salt).update(user).digest();
  let last = 0;
  for (let round = 0; round < 64 || last > round - 32; round += 1) {
    const repeated = Buffer.concat(Array<Buffer>(64).fill(Buffer.concat([password, key, user])));
    const encrypted = encryptBlocks('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32), repeated);
    // 256 is 1 modulo 3: the sum of the bytes has the remainder of the number that they are.
    const remainder = encrypted.subarray(0, BLOCK_BYTES).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(hashes[remainder] ?? 'sha256')
      .update(encrypted)
      .digest();
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, KEY_BYTES);
}

/** Algorithm 10 (7.6.4.4.9). */
function encryptPermissions(fileKey: Buffer): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES, 0xff);
  block.writeInt32LE(PERMISSIONS, 0);
  block.write('Tadb', 8, 'latin1');
  randomBytes(4).copy(block, 12);
  return encryptBlocks('aes-256-ecb', fileKey, null, block);
}

function encryptBlocks(algorithm: string, key: Buffer, vector: Buffer | null, data: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, key, vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

function toHex(bytes: Buffer): string {
  return `<${bytes.toString('hex')}>`;
}
