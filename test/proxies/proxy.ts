/** Starts nginx and Caddy with the files of `deploy/`, in front of processes of this machine. */
import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { findFreePort } from '../helpers/free-port.ts';

export type ProxyName = 'nginx' | 'caddy';

export interface Proxy {
  /** The `https:` address that clients use. */
  readonly url: string;
  /** The certificate of that address, in PEM. */
  readonly certificate: string;
  close(): Promise<void>;
}

/** The file of `deploy/` that a proxy is started with. */
const proxyFiles: Readonly<Record<ProxyName, string>> = {
  nginx: 'deploy/nginx/platen.conf',
  caddy: 'deploy/caddy/Caddyfile',
};

const root = path.resolve(import.meta.dirname, '..', '..');

/**
 * Starts a proxy in front of two processes. Of its file in `deploy/` only the name, the addresses and the
 * certificate are replaced.
 *
 * @throws Error that says how to install the program if it is missing
 */
export async function startProxy(name: ProxyName, [first, second]: [number, number]): Promise<Proxy> {
  const program = await findProgram(name);
  const file = await readFile(path.join(root, proxyFiles[name]), 'utf8');
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-proxy-'));
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const certificateFile = path.join(folder, 'certificate.pem');
  const keyFile = path.join(folder, 'key.pem');
  await writeFile(certificateFile, cert);
  await writeFile(keyFile, key);
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  const ownFile = replaceEach(file, [
    ['127.0.0.1:8080', `127.0.0.1:${first}`],
    ['127.0.0.1:8081', `127.0.0.1:${second}`],
    ...(name === 'nginx'
      ? ([
          ['listen 80;', `listen 127.0.0.1:${plainPort};`],
          ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
          ['/etc/ssl/certs/platen.example.com.pem', certificateFile],
          ['/etc/ssl/private/platen.example.com.key', keyFile],
        ] as const)
      : ([
          ['\nplaten.example.com {', `\nhttps://127.0.0.1:${port} {\n\ttls ${certificateFile} ${keyFile}`],
        ] as const)),
  ]);
  const start = name === 'nginx' ? startNginx : startCaddy;
  const child = await start(program, folder, ownFile);
  await waitForPort(child, port);
  return {
    url: `https://127.0.0.1:${port}`,
    certificate: cert,
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findProgram(name: ProxyName): Promise<string> {
  const places = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  for (const place of places) {
    const file = path.join(place, name);
    const args = [name === 'nginx' ? '-v' : 'version'];
    if (await promisify(execFile)(file, args).then(Boolean, () => false)) return file;
  }
  throw new Error(`This command needs the program ${name}. Install it (Debian: apt-get install ${name}).`);
}

async function startNginx(program: string, folder: string, file: string): Promise<ChildProcess> {
  const configuration = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const lines = [
    // Its worker process may else not read the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr crit;`,
    'events { worker_connections 1024; }',
    'http { access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    file,
    '}',
  ];
  await writeFile(configuration, lines.join('\n'));
  return spawn(program, ['-c', configuration, '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function startCaddy(program: string, folder: string, file: string): Promise<ChildProcess> {
  const configuration = path.join(folder, 'Caddyfile');
  await writeFile(configuration, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${file}`);
  return spawn(program, ['run', '--config', configuration, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    // It logs each refused connection.
    stdio: 'ignore',
  });
}

/** Replaces texts that must be there once. */
function replaceEach(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((replaced, [old, by]) => {
    assert.equal(replaced.split(old).length - 1, 1, old);
    return replaced.replace(old, () => by);
  }, text);
}

async function waitForPort(child: ChildProcess, port: number): Promise<void> {
  for (let isOpen = false; !isOpen;) {
    assert.equal(child.exitCode, null, 'the proxy has ended');
    const socket = connect(port, '127.0.0.1');
    isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!isOpen) await sleep(20);
  }
}
