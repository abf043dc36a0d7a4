import assert from 'node:assert/strict';
import { BlockList, isIP } from 'node:net';
import { addressLiteral, createAddressRules } from '../../src/outbound/address-rules.ts';
import { checkUrl } from '../../src/outbound/check-url.ts';
import { OutboundError } from '../../src/outbound/outbound-error.ts';

const rules = createAddressRules([]);

/** Networks that must not be reached, in Node's own BlockList as an independent check. */
const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  blocked.ipv4.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 8],
  ['64:ff9b::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
  ['2002::', 16],
] as const) {
  blocked.ipv6.addSubnet(network, bits, 'ipv6');
}

/** Checks that a permitted text is an IP address outside of the blocked networks. */
export function assertAddressJudged(text: string): void {
  if (!rules(text)) return;
  const version = isIP(text);
  assert.notEqual(version, 0, text);
  // An IPv4-mapped address is judged as its IPv4 address.
  if (/^[0:]*:ffff:/iu.test(text)) return;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  assert.ok(!blocked[family].check(text, family), text);
}

/** Checks that an accepted URL is http(s), has no user and no fragment, and no blocked address. */
export function assertUrlJudged(text: string): void {
  let url: URL;
  try {
    url = checkUrl(text);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return;
  }
  assert.match(url.protocol, /^https?:$/u);
  assert.equal(url.username + url.password + url.hash, '');
  const literal = addressLiteral(url.hostname);
  assert.equal(literal !== null, isIP(url.hostname.replace(/^\[|\]$/gu, '')) !== 0, url.hostname);
  if (literal !== null) assertAddressJudged(literal);
}
