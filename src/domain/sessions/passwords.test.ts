import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { Problem } from '../problems/problem.ts';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords();

test('a password is hashed with argon2id at the cost that OWASP names, with a salt of its own', async () => {
  const [one, two] = [await passwords.hash('a', 'a password'), await passwords.hash('a', 'a password')];
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(one, two);
  assert.equal(await passwords.verify('a', one, 'a password'), true);
  assert.equal(await passwords.verify('a', one, 'a passwore'), false);
});

test('letters that are composed in another way are the same password', async () => {
  const composed = await passwords.hash('a', 'Zoë’s password'.normalize('NFC'));
  assert.equal(await passwords.verify('a', composed, 'Zoë’s password'.normalize('NFD')), true);
});

test('no password belongs to an account without one, and finding that out takes as much work', async () => {
  const passwordHash = await passwords.hash('a', 'a password');
  // Processor time of all threads: what else the machine does is not in it.
  const getTime = async (hash: string | null): Promise<number> => {
    const before = process.cpuUsage();
    assert.equal(await passwords.verify('a', hash, 'not the password of anybody'), false);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  let [known, unknown] = [Infinity, Infinity];
  for (let count = 0; count < 9; count += 1) {
    known = Math.min(known, await getTime(passwordHash));
    unknown = Math.min(unknown, await getTime(null));
  }
  assert.ok(unknown > known / 2 && unknown < known * 2, `${known} ms and ${unknown} ms`);
});

test('max 50 passwords wait, clients in turn; more of the client with most are refused', async () => {
  const busy = createPasswords();
  const ended: string[] = [];
  const refused: string[] = [];
  const add = (client: string, lane: 'known' | 'others' = 'others') =>
    busy.verify(client, null, 'a password', lane).then(
      () => void ended.push(client),
      (error: unknown) => {
        assert.ok(error instanceof Problem && error.status === 503);
        refused.push(client);
      },
    );
  const attacker = Array.from({ length: 50 }, () => add('192.0.2.1'));
  await add('192.0.2.1');
  assert.deepEqual(refused, ['192.0.2.1']);
  await add('198.51.100.7');
  assert.ok(ended.length < 5, `${ended.length} before the other client`);
  assert.deepEqual(refused, ['192.0.2.1', '192.0.2.1']);
  await Promise.all(attacker);
  assert.equal(ended.length, 50);
});

test('a client that gets no place is refused before its attempt costs anything else', async () => {
  const busy = createPasswords({ roomWaitMs: 0 });
  await busy.waitForRoom('198.51.100.7');
  const attackers = Promise.allSettled(
    Array.from({ length: 51 }, (_, index) => busy.verify(`192.0.2.${index}`, null, 'a password')),
  );
  await assert.rejects(
    busy.waitForRoom('198.51.100.7'),
    (error) => error instanceof Problem && error.status === 503,
  );
  await attackers;
  await busy.waitForRoom('198.51.100.7');
});

test(
  'passwords are hashed with a lower priority than requests',
  { skip: process.platform !== 'linux' },
  async () => {
    await passwords.verify('a', null, 'a password');
    const threads = readdirSync('/proc/self/task').map((id) => getPriority(Number(id)));
    assert.ok(threads.includes(Math.min(19, getPriority() + 5)), threads.join());
  },
);

test('many clients with one password each do not keep a known browser out', async () => {
  const busy = createPasswords();
  const add = (client: string, lane: 'known' | 'others' = 'others') =>
    busy.verify(client, null, 'a password', lane).catch((error: unknown) => error);
  const attackers = Array.from({ length: 60 }, (_, index) => add(`192.0.2.${index + 1}`));
  assert.equal(await add('198.51.100.7', 'known'), false);
  const answers = await Promise.all(attackers);
  assert.equal(answers.filter((answer) => answer === false).length, 50);
});
