import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { readOrigin } from '../../config/config.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import { CommandError, printResult, readSettings, withContext, type Settings } from '../command-context.ts';
import { ensureCertificate, type Certificate } from './certificate.ts';
import { examine, type Examination } from './examine.ts';
import { startReceiver, type Reception, type Receiver } from './receiver.ts';

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly secret?: string;
  readonly workspace?: string;
  readonly cert?: string;
  readonly key?: string;
  /** The status that answers a genuine request. */
  readonly answer: number;
}

interface Globals {
  readonly json?: boolean;
}

/**
 * `callback listen`: shows and verifies requests until it is stopped. With `--json` each line is an object:
 * first its own URL, then each request.
 *
 * @throws CommandError
 */
export async function listenForCallbacks(options: ListenOptions, globals: Globals): Promise<void> {
  const settings = readSettings();
  const secret = await findSecret(options, settings);
  const certificate = await openCertificate(options, settings);
  // Counts only genuine requests: anybody can send an id.
  const arrivals = new Map<string, number>();
  const receive = (reception: Reception): number => {
    const found = examine(reception, secret, new Date());
    const status = getRefusal(reception, found) ?? options.answer;
    let times = 1;
    if (found.deliveryId !== null && status === options.answer) {
      times = (arrivals.get(found.deliveryId) ?? 0) + 1;
      arrivals.set(found.deliveryId, times);
    }
    show({ reception, found, status, times }, globals);
    return status;
  };
  const receiver = await start(options, certificate, receive);
  const url = `${readOrigin(options.host, receiver.port).replace('http:', 'https:')}/`;
  const { certFile } = certificate;
  const trust = /^[\w./-]+$/.test(certFile) ? certFile : `'${certFile.replaceAll("'", "'\\''")}'`;
  printResult(globals, { event: 'listening', url, certificate: certFile, verifies: secret !== null }, [
    `Listening on ${url} (plain http works, too). Ctrl-C stops it.`,
    ...(secret === null ? ['Nothing is verified: add --secret or --workspace.'] : []),
    '',
    'A callbackUrl must be https, and lead to a public address.',
    'To try it without a public address, start the service with',
    `  NODE_EXTRA_CA_CERTS=${trust} OUTBOUND_ALLOW=${getNetworks(options.host)} npm run -s platen -- serve`,
    `and submit batches with "callbackUrl": "${url}".`,
    'From other machines, use a tunnel or proxy that has its own certificate.',
    '',
  ]);
  await waitForInterrupt();
  await receiver.close();
}

async function findSecret(
  { secret, workspace: id }: ListenOptions,
  settings: Settings,
): Promise<string | null> {
  if (id === undefined) return secret ?? null;
  const workspace = await withContext(({ db }) => findWorkspace(db, id), settings);
  if (workspace === null) throw new CommandError(`There is no workspace ${id}.`);
  return workspace.callbackSecret;
}

async function openCertificate(
  { cert, key, host }: ListenOptions,
  { config }: Settings,
): Promise<Certificate> {
  if (cert === undefined && key === undefined) {
    return await ensureCertificate(path.join(config.dataDir, 'callback-receiver'), host);
  }
  if (cert === undefined || key === undefined) {
    throw new CommandError('--cert and --key go together: a certificate, and its key, in PEM files.');
  }
  const read = (file: string): Promise<string> =>
    readFile(file, 'utf8').catch((error: unknown) => {
      throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
    });
  return { cert: await read(cert), key: await read(key), certFile: path.resolve(cert) };
}

async function start(
  { host, port }: ListenOptions,
  { key, cert }: Certificate,
  receive: (reception: Reception) => number,
): Promise<Receiver> {
  try {
    return await startReceiver({ host, port, key, cert, receive });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new CommandError(`Port ${port} is taken: choose another --port.`);
    if (/^ERR_(OSSL|SSL)/.test(code)) {
      throw new CommandError(`--cert and --key cannot be used: ${message}.`);
    }
    throw new CommandError(`Cannot listen on ${host}, port ${port}: ${message}.`);
  }
}

function getRefusal({ method, isCutOff }: Reception, { isGenuine }: Examination): number | null {
  if (method !== 'POST') return 405;
  if (isCutOff) return 413;
  return isGenuine === false ? 401 : null;
}

interface Shown {
  readonly reception: Reception;
  readonly found: Examination;
  readonly status: number;
  /** How many times this delivery has arrived. */
  readonly times: number;
}

function show({ reception, found, status, times }: Shown, globals: Globals): void {
  const { receivedAt, isSecure, method, target, headers, body } = reception;
  const { deliveryId, isGenuine, findings } = found;
  const object = {
    event: 'request',
    receivedAt: receivedAt.toISOString(),
    isSecure,
    method,
    target,
    headers,
    body: body.toString(),
    deliveryId,
    times,
    verified: isGenuine,
    problems: findings.filter(({ isGood }) => !isGood).map(({ text }) => text),
    answered: status,
  };
  const scheme = isSecure ? 'https' : 'http';
  const lines = [
    `${receivedAt.toISOString()}  ${method} ${target} by ${scheme}, ${body.length} bytes, answered ${status}`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${String(value)}`),
    ...(body.length === 0 ? [] : [`  ${body.toString()}`]),
    ...findings.map(({ isGood, text }) => `  ${isGood ? '✔' : '✖'} ${text}`),
    ...(times > 1 ? [`  This delivery has arrived ${times} times: a receiver must handle it once.`] : []),
    '',
  ];
  // Control characters of a request must not reach the terminal.
  printResult(
    globals,
    object,
    lines.map((line) => line.replaceAll(/\p{Cc}|\p{Cf}/gu, escapeCharacter)),
  );
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The networks for OUTBOUND_ALLOW: this machine, and the address that the receiver listens on. */
function getNetworks(host: string): string {
  const own = isIP(host) === 0 ? [] : [`${host}/${isIP(host) === 4 ? 32 : 128}`];
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const isHere = host === '::1' || host.startsWith('127.');
  return ['127.0.0.0/8', '::1/128', ...(isHere || isEverywhere ? [] : own)].join(',');
}

/** Waits for Ctrl-C, which reaches a process started by npm twice, or until the output is closed. */
async function waitForInterrupt(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.on('SIGINT', resolve).on('SIGTERM', resolve);
    process.stdout.on('error', () => resolve());
  });
}
