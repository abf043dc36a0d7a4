import assert from 'node:assert/strict';
import { BlockList, isIP } from 'node:net';
import { addressLiteral, createAddressRules } from '../../src/outbound/address-rules.ts';
import { checkUrl } from '../../src/outbound/check-url.ts';
import { OutboundError } from '../../src/outbound/outbound-error.ts';

const rules = createAddressRules([]);

/** Networks that nobody's pictures are in, as Node itself tells them. */
const inside = { ipv4: new BlockList(), ipv6: new BlockList() };
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
  inside.ipv4.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 8],
  ['64:ff9b::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
  ['2002::', 16],
] as const) {
  inside.ipv6.addSubnet(network, bits, 'ipv6');
}

/** Fails where an address is permitted that Node takes for no address, or for one of the networks inside. */
export function assertAddressJudged(text: string): void {
  if (!rules(text)) return;
  const version = isIP(text);
  assert.notEqual(version, 0, text);
  // A mapped address is judged by what it maps.
  if (/^[0:]*:ffff:/iu.test(text)) return;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  assert.ok(!inside[family].check(text, family), text);
}

/** Fails where a URL is let pass that is no http(s) URL without a user, or whose literal address is judged wrongly. */
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
