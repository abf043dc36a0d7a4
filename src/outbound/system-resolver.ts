import { lookup, Resolver as NameServers } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

/** Resolves a host name to its addresses. Rejects with an error that has the `code` of the name service. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** Where a resolver looks names up, in this order. */
interface NameSources {
  /** The text of the system's hosts file. */
  readonly readHosts: () => Promise<string>;
  /** The name servers that the system is configured with now. */
  readonly openNameServers: () => Pick<NameServers, 'resolve4' | 'resolve6'>;
  /** The system's own function: it also knows search domains, mDNS and the like. */
  readonly askSystem: Resolver;
}

const hostsFile = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** Codes if name servers deny a name, or if there are none. */
const denialCodes = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY', 'EFORMERR', 'ECONNREFUSED']);

/**
 * Creates a resolver that needs no thread while name servers are silent. The system's function (`lookup`)
 * blocks one of the process's few threads until it returns, so two names whose servers never answer would
 * delay every other name. It is called only for names that servers deny at once.
 */
export function createResolver({ readHosts, openNameServers, askSystem }: NameSources): Resolver {
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/u, '');
    const listed = findInHosts(await readHosts().catch(() => ''), name);
    if (listed.length > 0) return listed;
    // RFC 6761, section 6.3: such names must not be sent to a name server.
    if (/(?:^|\.)localhost$/u.test(name)) return await askSystem(hostname);
    const servers = openNameServers();
    const answers = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const failure = answers.find((answer) => answer.status === 'rejected' && !isDenial(answer.reason));
    if (failure?.status === 'rejected') throw failure.reason;
    return await askSystem(hostname);
  };
}

/** Resolves names as this machine is configured. */
export const resolveWithSystem: Resolver = createResolver({
  readHosts: () => readFile(hostsFile, 'utf8'),
  // A new one each time: it reads the system's configuration when it is created.
  openNameServers: () => new NameServers(),
  askSystem: async (hostname) => {
    const found = await lookup(hostname, { all: true, verbatim: true });
    return found.map(({ address }) => address);
  },
});

function isDenial(error: unknown): boolean {
  return error instanceof Error && 'code' in error && denialCodes.has(String(error.code));
}

/** Finds a name in a hosts file. A line has an address, then its names; `#` begins a comment. */
function findInHosts(text: string, name: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/u, '').trim().split(/\s+/u);
    return names.some((each) => each.toLowerCase() === name) ? [address] : [];
  });
}
