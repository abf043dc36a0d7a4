/** Hosts that pictures of variables may come from: `host`, `host:port`, or `*.host` for its subdomains. */

const hostName = /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?$/;

/** A host as it is stored: in lower case, without the port that the scheme has anyway. Null if it is none. */
export function parseImageHost(text: string): string | null {
  const [, name = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(text.trim().toLowerCase()) ?? [];
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  if (name.length > 253 || !hostName.test(name)) return null;
  return port === undefined ? name : `${name}:${Number(port)}`;
}

/** Whether a picture may come from a URL. Without a port, a host stands for the ports of http and https. */
export function isHostAllowed(hosts: readonly string[], url: URL): boolean {
  const name = url.hostname.replace(/\.$/, '');
  return hosts.some((host) => {
    const [pattern = '', port = ''] = host.split(':');
    if (port !== (url.port === '' && port !== '' ? defaultPort(url) : url.port)) return false;
    return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern;
  });
}

function defaultPort({ protocol }: URL): string {
  return protocol === 'https:' ? '443' : '80';
}
