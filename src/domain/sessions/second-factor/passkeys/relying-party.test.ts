import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRelyingParty } from './relying-party.ts';

test('a host with https, and localhost, are relying parties', () => {
  for (const [url, rpId] of [
    ['https://platen.example.org', 'platen.example.org'],
    ['https://platen.example.org:8443', 'platen.example.org'],
    ['https://platen', 'platen'],
    ['http://localhost:8080', 'localhost'],
    ['http://studio.localhost:8080', 'studio.localhost'],
  ] as const)
    assert.deepEqual(findRelyingParty(url), { rpId, origin: url });
});

test('addresses, and hosts without https, are not', () => {
  for (const url of [
    'http://127.0.0.1:8080',
    'https://127.0.0.1',
    'https://2130706433',
    'https://[::1]:8080',
    'http://platen.example.org',
    'http://notlocalhost',
    '',
  ])
    assert.equal(findRelyingParty(url), null, url);
});
