import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressLiteral, createAddressRules } from './address-rules.ts';

const refused = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a83f:8110',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  'fc00::1',
  'fd00::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:1::1',
  '2001:20::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '3fff:fff:ffff::1',
  '4000::1',
  '1000::1',
  '2606:4700::5efe:7f00:1',
  '2606:4700::200:5efe:a00:1',
  '2606:4700::300:5efe:808:808',
  '',
  'localhost',
  '127.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '1.2.3',
  '1.2.3.4.5',
  ':::',
  '１２７.0.0.1',
];
const accepted = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '168.63.129.17',
  '::ffff:8.8.8.8',
  '2606:4700:4700::1111',
  '2001:200::1',
  '2001:4860:4860::8888',
  '3ffe::1',
  '2003::1',
];

describe('createAddressRules', () => {
  const isAllowed = createAddressRules([]);
  for (const address of refused) it(`refuses "${address}"`, () => assert.equal(isAllowed(address), false));
  for (const address of accepted) it(`accepts ${address}`, () => assert.equal(isAllowed(address), true));

  it('permits the given blocks, in every notation of their addresses, and no others', () => {
    const isExempt = createAddressRules(['127.0.0.0/8', '::1/128', '10.1.2.3/32', '::ffff:192.168.0.0/112']);
    const within = [
      '127.0.0.1',
      '127.9.9.9',
      '::ffff:127.0.0.1',
      '::1',
      '10.1.2.3',
      '192.168.9.9',
      '1.1.1.1',
    ];
    for (const address of within) assert.equal(isExempt(address), true, address);
    const outside = ['10.1.2.4', '::2', '169.254.169.254', '127.1', '::1%lo'];
    for (const address of outside) assert.equal(isExempt(address), false, address);
  });
});

describe('addressLiteral', () => {
  const loopback = [
    '0x7f.1',
    '2130706433',
    '127.1',
    '0177.0.0.1',
    '１２７.0.0.1',
    '%31%32%37.0.0.1',
    '127。0。0。1',
    '0x7f000001',
  ];
  for (const host of loopback) {
    it(`finds 127.0.0.1 in ${host} after URL parsing`, () =>
      assert.equal(addressLiteral(new URL(`http://${host}/`).hostname), '127.0.0.1'));
  }

  it('removes the brackets of IPv6', () =>
    assert.equal(addressLiteral(new URL('http://[::1]/').hostname), '::1'));
  it('is null for a name', () => assert.equal(addressLiteral('a.example'), null));
});
