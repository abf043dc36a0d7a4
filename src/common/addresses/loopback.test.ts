import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackUrl } from './loopback.ts';

test('knows the addresses and names that lead to the machine that opens them', () => {
  for (const host of ['127.0.0.1', '127.1', '2130706433', 'localhost:8080', 'app.localhost', '[::1]:9443'])
    assert.equal(isLoopbackUrl(`https://${host}/s/a.png`), true, host);
  for (const host of ['platen.example', '127.example', 'localhost.example', '10.0.0.1', '[2001:db8::1]'])
    assert.equal(isLoopbackUrl(`https://${host}/s/a.png`), false, host);
});
