import { lookup, Resolver as NameServers } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

/** Turns a host name into its addresses; rejects with an error that carries the resolver's `code`. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** What a resolver asks, in this order. */
interface NameSources {
  /** The text of the system's hosts file. */
  readonly readHosts: () => Promise<string>;
  /** Those that the system is set up with, as they are at this moment. */
  readonly openNameServers: () => Pick<NameServers, 'resolve4' | 'resolve6'>;
  /** The system's own function, which knows names that no name server does. */
  readonly askSystem: Resolver;
}

const hostsFile = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** What name servers say who are there and know no such name, or what is said where there are none. */
const notAsked = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY', 'EFORMERR', 'ECONNREFUSED']);

/**
 * A resolver that takes none of the process's few threads while name servers are silent. The system's function takes one for as
 * long as it waits, so that two names whose servers never answer would hold up every other name; it is asked only for names
 * that servers deny at once: it also knows search domains, and what else a machine may be set up with.
 */
export function createResolver({ readHosts, openNameServers, askSystem }: NameSources): Resolver {
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/u, '');
    const listed = findInHosts(await readHosts().catch(() => ''), name);
    if (listed.length > 0) return listed;
    // RFC 6761, section 6.3: no server is to be asked for these.
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

/** As this machine resolves names. */
export const resolveWithSystem: Resolver = createResolver({
  readHosts: () => readFile(hostsFile, 'utf8'),
  // A new one each time: it reads who the servers are when it is made.
  openNameServers: () => new NameServers(),
  askSystem: async (hostname) => {
    const found = await lookup(hostname, { all: true, verbatim: true });
    return found.map(({ address }) => address);
  },
});

function isDenial(error: unknown): boolean {
  return error instanceof Error && 'code' in error && notAsked.has(String(error.code));
}

/** The addresses of a name in a hosts file: an address a line, then its names, and remarks after a `#`. */
function findInHosts(text: string, name: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/u, '').trim().split(/\s+/u);
    return names.some((each) => each.toLowerCase() === name) ? [address] : [];
  });
}
