import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Decides whether this service may connect to an IP address. */
export type AddressRules = (address: string) => boolean;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** IPv4 that the registries list as ordinary and that is not: the host of every Azure machine. */
const refusedV4 = ['168.63.129.16/32'];

/** All of IPv6 that is handed out for use on the internet. */
const globalUnicastV6 = '2000::/3';

/**
 * What is not for the internet inside that: the protocol assignments (Teredo, ORCHID, benchmarks), documentation twice,
 * and 6to4, which carries an IPv4 address of anybody's choice.
 */
const refusedV6 = ['2001::/23', '2001:db8::/32', '3fff::/20', '2002::/16'];

/**
 * Rules that permit public addresses only: no loopback, private, link-local, carrier-grade NAT, metadata, multicast,
 * documentation, benchmark or reserved address, nor an IPv6 address with an IPv4 one inside (mapped ones are judged by what they
 * map, 6to4, NAT64, Teredo and ISATAP are refused).
 *
 * @param allow CIDR blocks that are exempt, checked by the configuration already
 */
export function createAddressRules(allow: readonly string[]): AddressRules {
  const exempt = allow.map(parseBlock);
  return (text) => {
    const address = parseAddress(text);
    if (address === null) return false;
    return exempt.some((block) => contains(block, address)) || isPublic(address);
  };
}

/** Whether a URL's host is an IP address rather than a name. URL parsing has turned every notation into the plain one. */
export function addressLiteral(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/gu, '');
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? bare : null;
}

function parseAddress(text: string): Address | null {
  // A zone index belongs to this machine's own links, which are nobody else's business.
  // Node has the last word on what is an address: elsewhere 010 may be eight, or ten.
  if (text.includes('%') || isIP(text) === 0) return null;
  // ::192.0.2.1, which is out of use, would be taken for ::ffff:192.0.2.1.
  if (/^::\d+\./u.test(text)) return null;
  return ipaddr.process(text);
}

/** A block of mapped addresses is one of IPv4, as the addresses themselves are once they are unwrapped. */
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

/** RFC 5214, section 6.1: an interface identifier of 00-00-5E-FE (with either of two bits set) and an IPv4 address. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return ((parts[4] ?? 0) & ~0x0300) === 0 && parts[5] === 0x5efe;
}

function contains([network, bits]: [Address, number], address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}
