import { X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { lock } from 'proper-lockfile';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** Where the certificate is, for who has to trust it. */
  readonly certFile: string;
}

const dayMs = 86_400_000;

/**
 * A certificate for this machine, made once and kept in `folder`, so that a service that was told to trust it still does when
 * the receiver is started again. Made anew for another host, and in its last days.
 *
 * @param host a name or address that it is good for, beside localhost and the loopback addresses
 */
export async function keepCertificate(folder: string, host: string): Promise<Certificate> {
  const kept = await readKept(folder, host);
  if (kept !== null) return kept;
  await mkdir(path.dirname(folder), { recursive: true });
  const release = await lock(folder, {
    realpath: false,
    retries: { retries: 200, factor: 1, minTimeout: 50, maxTimeout: 50 },
  });
  try {
    // Another receiver may have been quicker, and its certificate is as good.
    return (await readKept(folder, host)) ?? (await replaceCertificate(folder, host));
  } finally {
    await release();
  }
}

async function replaceCertificate(folder: string, host: string): Promise<Certificate> {
  const fresh = await mkdtemp(`${folder}-`);
  try {
    const { private: key, cert } = await make(host);
    await writeFile(path.join(fresh, 'key.pem'), key, { mode: 0o600 });
    await writeFile(path.join(fresh, 'certificate.pem'), cert);
    // Both files at once: whoever looks meanwhile finds a pair that fits, or none.
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return await read(folder);
}

async function readKept(folder: string, host: string): Promise<Certificate | null> {
  try {
    const kept = await read(folder);
    const x509 = new X509Certificate(kept.cert);
    const isGoodFor = isIP(host) === 0 ? x509.checkHost(host) : x509.checkIP(host);
    const isLasting = x509.validToDate.getTime() > Date.now() + 7 * dayMs;
    return isGoodFor !== undefined && isLasting ? kept : null;
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

async function make(host: string): Promise<{ readonly private: string; readonly cert: string }> {
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
