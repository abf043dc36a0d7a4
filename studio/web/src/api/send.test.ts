import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send } from './send.ts';
import { noteSignedIn, signInWait } from './sign-in-again.ts';

const refused = () => new Response(null, { status: 401 });

test(
  'a request that was under way during a sign-in is sent again without another dialog',
  { timeout: 60_000 },
  async (t) => {
    const [early, late] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
    const answers = [early.promise, late.promise];
    const sent: string[] = [];
    t.mock.method(globalThis, 'fetch', (request: Request) => {
      sent.push(new URL(request.url).pathname);
      return answers.shift() ?? Promise.resolve(new Response('fine'));
    });
    noteSignedIn(true);
    const opened = new Promise<void>((resolve) => {
      const stop = signInWait.subscribe(() => {
        stop();
        resolve();
      });
    });
    const first = send(new Request('http://studio.test/save', { method: 'PUT', body: 'edit' }));
    const second = send(new Request('http://studio.test/session'));
    early.resolve(refused());
    await opened;
    signInWait.get()?.done();
    assert.equal(await (await first).text(), 'fine');
    late.resolve(refused());
    assert.equal(await (await second).text(), 'fine');
    assert.equal(signInWait.get(), null);
    assert.deepEqual(sent, ['/save', '/session', '/save', '/session']);
  },
);

test('without a sign-in since, the dialog opens', { timeout: 60_000 }, async (t) => {
  const answers = [refused()];
  t.mock.method(globalThis, 'fetch', () => Promise.resolve(answers.shift() ?? new Response('fine')));
  noteSignedIn(true);
  const answer = send(new Request('http://studio.test/session'));
  const stop = signInWait.subscribe(() => signInWait.get()?.done());
  assert.equal(await (await answer).text(), 'fine');
  stop();
  assert.equal(signInWait.get(), null);
});
