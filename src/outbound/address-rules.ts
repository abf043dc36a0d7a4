import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether this service may connect to an IP address. */
export type AddressRules = (address: string) => boolean;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Public by the registries, but not in fact: the host of every Azure machine. */
const refusedV4 = ['168.63.129.16/32'];

/** The part of IPv6 that is assigned for the internet. */
const globalUnicastV6 = '2000::/3';

/**
 * Exceptions inside that part: protocol assignments (Teredo, ORCHID, benchmarks), two documentation blocks,
 * and 6to4, which contains an arbitrary IPv4 address.
 */
const refusedV6 = ['2001::/23', '2001:db8::/32', '3fff::/20', '2002::/16'];

/**
 * Creates rules that permit public addresses only: no loopback, private, link-local, carrier-grade NAT,
 * metadata, multicast, documentation, benchmark or reserved address. Of IPv6 addresses with an IPv4 address
 * inside, mapped ones count as that address; 6to4, NAT64, Teredo and ISATAP are refused.
 *
 * @param allow valid CIDR blocks that are permitted too.
 */
export function createAddressRules(allow: readonly string[]): AddressRules {
  const exempt = allow.map(parseBlock);
  return (text) => {
    const address = parseAddress(text);
    if (address === null) return false;
    return exempt.some((block) => contains(block, address)) || isPublic(address);
  };
}

/** The IP address if a parsed URL's host is one, otherwise null. URL parsing has normalised its notation. */
export function addressLiteral(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/gu, '');
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? bare : null;
}

function parseAddress(text: string): Address | null {
  // A zone index names a link of this machine. Parsers disagree about 010 (eight or ten): Node decides.
  if (text.includes('%') || isIP(text) === 0) return null;
  // The deprecated ::192.0.2.1 would be parsed as ::ffff:192.0.2.1.
  if (/^::\d+\./u.test(text)) return null;
  return ipaddr.process(text);
}

/** A block of mapped addresses becomes one of IPv4, as the addresses do. */
function parseBlock(text: string): [Address, number] {
  const [network, bits] = ipaddr.parseCIDR(text);
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96;
  return isMapped ? [network.toIPv4Address(), bits - 96] : [network, bits];
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4)
    return !refusedV4.some((block) => contains(ipaddr.parseCIDR(block), address));
  return (
    contains(ipaddr.parseCIDR(globalUnicastV6), address) &&
    !refusedV6.some((block) => contains(ipaddr.parseCIDR(block), address)) &&
    !isIsatap(address)
  );
}

/**
 * RFC 5214, section 6.1: the interface identifier is 00-00-5E-FE (two bits may be set) and an IPv4 address.
 */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return ((parts[4] ?? 0) & ~0x0300) === 0 && parts[5] === 0x5efe;
}

function contains([network, bits]: [Address, number], address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}
