/**
 * The receivers that take more than Node and Python, and so are no part of the gate: Go, and packages of
 * Python.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { preparePythonEnvironment } from '../../contract-tests/python-environment.ts';
import { prepareGo } from '../helpers/go-toolchain.ts';
import { checkReceiver } from './check-receiver.ts';
import { openSender, receiverFile, type Sender } from './sender.ts';

/** Verifies the letters on standard input; prints what each function says of each. */
const verifier = `
import base64, json, sys
sys.path.insert(0, sys.argv[1])
from with_libraries import verify_with_standard_webhooks, verify_with_stripe
for line in sys.stdin:
    letter = json.loads(line)
    for verify in verify_with_standard_webhooks, verify_with_stripe:
        try:
            verify(letter["headers"], base64.b64decode(letter["body"]), letter["secret"])
            print("genuine")
        except Exception as error:
            print(type(error).__name__)
`;

describe('receivers of callbacks', { timeout: 600_000 }, () => {
  let sender: Sender;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-toolchains-'));
    sender = await openSender();
  });
  after(async () => {
    await sender.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('Go', async () => {
    const program = path.join(folder, 'receiver');
    const { go, variables } = await prepareGo();
    run(go, ['vet', receiverFile('receiver.go')], { variables });
    run(go, ['build', '-o', program, receiverFile('receiver.go')], { variables });
    await checkReceiver(sender, program, []);
  });

  test('Python, with libraries', async () => {
    const { python, variables } = await preparePythonEnvironment({
      requirements: path.join(import.meta.dirname, 'requirements.txt'),
      folder: path.join(import.meta.dirname, '.venv'),
    });
    const { headers, body } = await sender.capture();
    const { secret } = sender;
    const altered = Buffer.from(body.toString().replace('COMPLETED', 'CANCELLED'));
    const letters = [body, altered].map((bytes) => ({ headers, body: bytes.toString('base64'), secret }));
    const input = letters.map((letter) => `${JSON.stringify(letter)}\n`).join('');
    const said = run(python, ['-c', verifier, path.dirname(receiverFile('with_libraries.py'))], {
      input,
      variables: { ...variables, PYTHONDONTWRITEBYTECODE: '1' },
    });
    assert.deepEqual(said.trim().split('\n'), [
      'genuine',
      'genuine',
      'WebhookVerificationError',
      'SignatureVerificationError',
    ]);
  });
});

/** Runs a program to its end, and returns what it printed. */
function run(
  program: string,
  words: readonly string[],
  {
    input = '',
    variables = {},
  }: { readonly input?: string; readonly variables?: Readonly<Record<string, string>> } = {},
): string {
  const env = { ...process.env, ...variables };
  const { status, stdout, stderr, error } = spawnSync(program, words, { input, env, encoding: 'utf8' });
  if (error !== undefined) throw new Error(`${program} cannot be started.`, { cause: error });
  assert.equal(status, 0, `${program} ${words.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}
