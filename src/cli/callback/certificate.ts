import { X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { lock } from 'proper-lockfile';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** The path of the certificate, for clients that must trust it. */
  readonly certFile: string;
}

const dayMs = 86_400_000;

/**
 * Returns the certificate in `folder`, or creates it there: a service that trusts it still does when the
 * receiver restarts. Replaced if it does not cover `host`, or expires within a week.
 *
 * @param host a name or address that it covers, besides localhost and the loopback addresses
 */
export async function ensureCertificate(folder: string, host: string): Promise<Certificate> {
  const existing = await readUsable(folder, host);
  if (existing !== null) return existing;
  await mkdir(path.dirname(folder), { recursive: true });
  const release = await lock(folder, {
    realpath: false,
    retries: { retries: 200, factor: 1, minTimeout: 50, maxTimeout: 50 },
  });
  try {
    // Another receiver may have created one in the meantime.
    return (await readUsable(folder, host)) ?? (await replaceCertificate(folder, host));
  } finally {
    await release();
  }
}

async function replaceCertificate(folder: string, host: string): Promise<Certificate> {
  const fresh = await mkdtemp(`${folder}-`);
  try {
    const { private: key, cert } = await createPair(host);
    await writeFile(path.join(fresh, 'key.pem'), key, { mode: 0o600 });
    await writeFile(path.join(fresh, 'certificate.pem'), cert);
    // Replaces both files at once: a reader finds a matching pair, or none.
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return await read(folder);
}

async function readUsable(folder: string, host: string): Promise<Certificate | null> {
  try {
    const found = await read(folder);
    const x509 = new X509Certificate(found.cert);
    const coversHost = isIP(host) === 0 ? x509.checkHost(host) : x509.checkIP(host);
    const isLasting = x509.validToDate.getTime() > Date.now() + 7 * dayMs;
    return coversHost !== undefined && isLasting ? found : null;
  } catch {
    return null;
  }
}

async function read(folder: string): Promise<Certificate> {
  const certFile = path.join(folder, 'certificate.pem');
  const [key, cert] = await Promise.all([
    readFile(path.join(folder, 'key.pem'), 'utf8'),
    readFile(certFile, 'utf8'),
  ]);
  return { key, cert, certFile };
}

async function createPair(host: string): Promise<{ readonly private: string; readonly cert: string }> {
  // Loaded here, because no other command makes certificates.
  const { generate } = await import('selfsigned');
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', host])];
  return await generate([{ name: 'commonName', value: 'Platen callback receiver' }], {
    keyType: 'ec',
    notAfterDate: new Date(Date.now() + 365 * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
      },
    ],
  });
}
