import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitUntil } from '../../../test/helpers/wait-until.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { LiveStreams, type LiveStreamsOptions } from './live-streams.ts';

const caller: StudioCaller = {
  sessionId: 'session',
  accountId: 'ada',
  accountName: 'Ada',
  role: 'MEMBER',
  workspaceId: 'workspace',
  workspaceName: 'Workspace',
  plan: 'studio',
  needsSecondFactor: false,
};
const timing = { heartbeatMs: 10, resetMs: 10, followMs: 10 };

/** A listener that a test controls. */
function listener() {
  let handlers: Parameters<LiveStreamsOptions['listen']>[0] | null = null;
  const state = { isListening: true };
  const listen: LiveStreamsOptions['listen'] = (given) => {
    handlers = given;
    return Object.assign(state, { close: () => Promise.resolve() });
  };
  const announce = (follows: boolean, event = 'job', changes: object = {}) =>
    handlers?.onMessage(
      JSON.stringify({
        event,
        data: { jobId: '1' },
        workspaceId: 'workspace',
        accountId: 'ada',
        audience: 'ACCOUNT',
        follows,
        ...changes,
      }),
    );
  return { listen, state, announce };
}

function collect(streams: LiveStreams, who = caller) {
  const stream = streams.open(who, Buffer.from(who.sessionId));
  let text = '';
  let isEnded = false;
  stream.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => (isEnded = true));
  const count = (wanted: string) => text.split(wanted).length - 1;
  return { count, isEnded: () => isEnded };
}

describe('streams of events', () => {
  test('end at the next heartbeat after their session has ended', async () => {
    let found: StudioCaller | null = caller;
    const streams = new LiveStreams({ ...listener(), timing, findCaller: () => Promise.resolve(found) });
    const { count, isEnded } = collect(streams);
    await waitUntil(() => count(': \n\n') >= 2);
    assert.equal(isEnded(), false);
    found = null;
    await waitUntil(isEnded);
    await streams.close();
  });

  test('read each session once for a heartbeat, one after the other', async () => {
    let reading = 0;
    let most = 0;
    const read = new Map<string, number>();
    const findCaller = async (tokenHash: Buffer) => {
      const sessionId = tokenHash.toString();
      read.set(sessionId, (read.get(sessionId) ?? 0) + 1);
      most = Math.max(most, (reading += 1));
      // Another one that read at the same time would overlap.
      await new Promise((resolve) => setTimeout(resolve, 2));
      reading -= 1;
      return { ...caller, sessionId };
    };
    const slow = { ...timing, heartbeatMs: 100 };
    const streams = new LiveStreams({ ...listener(), timing: slow, findCaller });
    const opened = ['a', 'b', 'c'].flatMap((sessionId) =>
      Array.from({ length: 8 }, () => collect(streams, { ...caller, sessionId })),
    );
    await waitUntil(() => read.has('c'));
    await streams.close();
    assert.deepEqual([most, Math.max(...read.values()) <= opened[0]!.count(': \n\n')], [1, true]);
  });

  test('stay while the database cannot say whether the session has ended', async () => {
    let asked = 0;
    const findCaller = () => {
      asked += 1;
      return Promise.reject(new Error('the database is away'));
    };
    const streams = new LiveStreams({ ...listener(), timing, findCaller });
    const { isEnded } = collect(streams);
    await waitUntil(() => asked >= 3);
    assert.equal(isEnded(), false);
    await streams.close();
    await waitUntil(isEnded);
  });

  test('follow the role that the account has now', async () => {
    let role: StudioCaller['role'] = 'OWNER';
    const { announce, ...listening } = listener();
    const findCaller = () => Promise.resolve({ ...caller, role });
    const streams = new LiveStreams({ ...listening, timing, findCaller });
    const { count } = collect(streams, { ...caller, role });
    const deliver = () => announce(false, 'delivery', { accountId: 'bob', audience: 'OWNERS' });
    deliver();
    await waitUntil(() => count('event: delivery') === 1);
    role = 'MEMBER';
    const beats = count(': \n\n');
    await waitUntil(() => count(': \n\n') >= beats + 2);
    deliver();
    announce(false, 'job');
    await waitUntil(() => count('event: job') === 1);
    assert.equal(count('event: delivery'), 1);
    await streams.close();
  });

  test('send progress once more, because the database announces it once a second at most', async () => {
    const { announce, ...listening } = listener();
    const findCaller = () => Promise.resolve(caller);
    const streams = new LiveStreams({ ...listening, timing, findCaller });
    const { count } = collect(streams);
    announce(true);
    await waitUntil(() => count('event: job') === 2);
    announce(true);
    announce(false);
    announce(false, 'draft');
    const beats = count(': \n\n');
    await waitUntil(() => count(': \n\n') >= beats + 3);
    assert.deepEqual([count('event: job'), count('event: draft')], [4, 1]);
    await streams.close();
  });

  test('say again and again that anything may have happened while nothing can be announced', async () => {
    const { state, ...listening } = listener();
    const streams = new LiveStreams({ ...listening, timing, findCaller: () => Promise.resolve(caller) });
    const { count } = collect(streams);
    await waitUntil(() => count(': \n\n') >= 3);
    assert.equal(count('event: reset'), 0);
    state.isListening = false;
    await waitUntil(() => count('event: reset') >= 3);
    await streams.close();
  });

  test('of one workspace leave room for those of others, over all its accounts and sessions', async () => {
    const streams = new LiveStreams({ ...listener(), timing, findCaller: () => Promise.resolve(caller) });
    const of = (workspaceId: string, account: number, session: number): StudioCaller => ({
      ...caller,
      workspaceId,
      accountId: `${workspaceId} ${account}`,
      sessionId: `${workspaceId} ${account} ${session}`,
    });
    const open = (who: StudioCaller): boolean => {
      try {
        collect(streams, who);
        return true;
      } catch {
        return false;
      }
    };
    const openAll = (workspaceId: string, accounts: number): number => {
      let opened = 0;
      for (let at = 0; at < accounts * 40; at += 1)
        opened += open(of(workspaceId, at % accounts, Math.floor(at / accounts / 8))) ? 1 : 0;
      return opened;
    };
    assert.equal(openAll('one account', 1), 24);
    assert.equal(openAll('many accounts', 40), 500);
    // It gets half of what the two have.
    assert.equal(openAll('another', 40), 488);
    assert.equal(openAll('small', 2), 48);
    assert.equal(openAll('late', 1), 24);
    await streams.close();
  });
});
