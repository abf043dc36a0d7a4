import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findPython } from '../../contract-tests/python-environment.ts';
import { verifyWithStandardWebhooks, verifyWithStripe } from '../../docs/receivers/with-libraries.ts';
import { checkReceiver } from './check-receiver.ts';
import { openSender, readReceiver, receiverFile, type Sender } from './sender.ts';

const folder = path.dirname(receiverFile('receiver.ts'));

describe('receivers of callbacks', { timeout: 300_000 }, () => {
  let sender: Sender;
  before(async () => {
    sender = await openSender();
  });
  after(() => sender.close());

  test('TypeScript', () => checkReceiver(sender, process.execPath, [receiverFile('receiver.ts')]));

  test('Python', async () => checkReceiver(sender, await findPython(), [receiverFile('receiver.py')]));

  test('TypeScript, with libraries', async () => {
    const { headers, body } = await sender.capture();
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const altered = Buffer.from(body.toString().replace('COMPLETED', 'CANCELLED'));
    for (const verify of [verifyWithStandardWebhooks, verifyWithStripe]) {
      verify(texts, body, sender.secret);
      assert.throws(() => verify(texts, altered, sender.secret), verify.name);
      assert.throws(() => verify({}, body, sender.secret), verify.name);
    }
  });
});

test('the page shows the receivers as they are, and nothing else', async () => {
  const page = await readFile(path.join(folder, '..', 'receive-callbacks.md'), 'utf8');
  const shown = [...page.matchAll(/^```(?:ts|python|go)\n(.*?)^```$/gms)].map(([, code]) => code);
  const files = (await readdir(folder)).filter((name) => /\.(ts|py|go)$/.test(name));
  assert.deepEqual(shown.sort(), (await Promise.all(files.map(readReceiver))).sort());
});
