import ipaddr from 'ipaddr.js';

/** An IPv4 address, or the /64 network of an IPv6 address: a single customer gets that many. */
export function toClient(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
