import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TemplateDocument } from '../../generated/template.ts';
import { queryRows } from '../../src/store/database.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { addTemplate, plainDocument, startTestService, type TestService } from '../helpers/http.ts';
import { openStream, refuseStream, type DownMessage, type OpenStream } from '../helpers/preview-stream.ts';
import { addSample, readPreview } from '../helpers/previews.ts';
import { callOperation, createUser, expireSession, startStudio, type Studio } from '../helpers/studio.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio({ env: { RATE_LIMITS: 'off' } });
});
after(() => studio.close());

/** A page with a text, a rectangle and a group. */
const document: TemplateDocument = {
  ...plainDocument,
  elements: [
    ...(plainDocument.elements ?? []),
    { type: 'rect', id: 'box', x: 2, y: 2, width: 10, height: 10, fill: '#ff0000' },
    {
      type: 'group',
      id: 'pair',
      x: 20,
      y: 2,
      width: 10,
      height: 10,
      elements: [{ type: 'ellipse', id: 'dot', x: 0, y: 0, width: 8, height: 8, fill: '#00ff00' }],
    },
  ],
};

const makeTemplate = () => addTemplate(studio.db, studio.owner, document);

async function open(
  templateId: string,
  token = studio.owner.token,
  at = studio.service,
): Promise<OpenStream> {
  return await openStream({ url: at.url, token, templateId });
}

/** Opens a stream and sends the document as revision 1. */
async function openWithDocument(): Promise<OpenStream> {
  const stream = await open(await makeTemplate());
  stream.send({ type: 'document', revision: 1, document });
  return stream;
}

function getPointers({ problem }: DownMessage): string[] {
  return (problem?.errors ?? []).map(({ pointer }) => pointer);
}

describe('opening a stream of previews', () => {
  test('needs a page of this service, also with a session', async () => {
    const { url } = studio.service;
    const { token } = studio.owner;
    const templateId = await makeTemplate();
    const foreign: readonly Record<string, string>[] = [
      { Origin: 'https://example.com' },
      { Origin: url, 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'null' },
    ];
    for (const headers of foreign) {
      const { status, problem } = await refuseStream({ url, token, templateId, headers });
      assert.deepEqual([status, problem.code], [403, 'FOREIGN_ORIGIN'], JSON.stringify(headers));
    }
  });

  test('needs a session, and a template that its account may see', async () => {
    const { url } = studio.service;
    const templateId = await makeTemplate();
    const cases = [
      { token: undefined, templateId, expected: [401, 'UNAUTHENTICATED'] },
      { token: 'unknown', templateId, expected: [401, 'UNAUTHENTICATED'] },
      { token: studio.stranger.token, templateId, expected: [404, 'TEMPLATE_NOT_FOUND'] },
      { token: studio.member.token, templateId, expected: [404, 'TEMPLATE_NOT_FOUND'] },
      { token: studio.owner.token, templateId: undefined, expected: [400, 'VALIDATION_ERROR'] },
      { token: studio.owner.token, templateId: 'x', expected: [400, 'VALIDATION_ERROR'] },
      { token: studio.owner.token, templateId: `${templateId}&more=1`, expected: [400, 'VALIDATION_ERROR'] },
    ];
    for (const { expected, ...opening } of cases) {
      const { status, problem, headers } = await refuseStream({ url, ...opening });
      assert.deepEqual([status, problem.code], expected);
      assert.equal(headers['content-type'], 'application/problem+json');
      assert.equal(headers['cache-control'], 'private, no-store');
    }
  });

  test('is no request like others: without an upgrade it is refused', async () => {
    const { status, problem } = await studio.service.send('GET', '/studio/previews', {
      headers: { Cookie: `platen_session=${studio.owner.token}` },
    });
    assert.equal(status, 400);
    assert.match(problem.detail, /WebSocket/u);
  });

  test('other addresses ignore an upgrade', async () => {
    const answer = await studio.service.send('GET', '/healthz', {});
    assert.equal(answer.status, 200);
    const { status } = await refuseStream({ url: `${studio.service.url}/elsewhere` });
    assert.equal(status, 404);
  });

  test('is refused if the session has eight, until one of them is closed', async () => {
    const user = await createUser(studio.db);
    const templateId = await addTemplate(studio.db, user, document);
    const opening = { url: studio.service.url, token: user.token, templateId };
    const streams: OpenStream[] = [];
    for (let count = 0; count < 8; count += 1) streams.push(await openStream(opening));
    const { status, headers } = await refuseStream(opening);
    assert.equal(status, 503);
    assert.ok('retry-after' in headers);
    await streams[0]?.close();
    await openStream(opening).then((stream) => stream.close());
    for (const stream of streams.slice(1)) await stream.close();
  });
});

describe('a stream of previews', () => {
  test('shows the bytes of previewDraft, and those of the API', async () => {
    const { templateId, values } = await addSample(studio.service, studio.owner, 'social-card');
    const draft = await studio.call('getDraft', { path: { templateId } });
    const { document: sample } = draft.json as { document: TemplateDocument };
    const stream = await open(templateId);
    stream.send({ type: 'document', revision: 1, document: sample });
    for (const options of [{}, { scale: 2 }] as { scale?: number }[]) {
      const { header, bytes } = await stream.render({
        revision: 1,
        values,
        options,
        lane: `scale-${options.scale ?? 1}`,
      });
      const posted = readPreview(
        await studio.call('previewDraft', { path: { templateId }, json: { values, options } }),
      );
      assert.ok(bytes?.equals(posted.file));
      assert.deepEqual(header?.report, posted.report);
      assert.deepEqual([header?.width, header?.height], [posted.width, posted.height]);
      const paid = await studio.service.send('POST', `/api/v1/templates/${templateId}/generate`, {
        key: studio.owner.apiKey,
        json: { variables: values, options },
      });
      assert.equal(paid.status, 200);
      assert.ok(bytes?.equals(Buffer.from(paid.bytes)));
    }
    await stream.close();
  });

  test('patches make the next revision', async () => {
    const stream = await openWithDocument();
    stream.send({
      type: 'patches',
      base: 1,
      revision: 2,
      patches: [
        { op: 'replace', path: ['elements', 1, 'x'], value: 20 },
        { op: 'add', path: ['elements', 0], value: { ...document.elements?.[1], id: 'new', y: 5 } },
      ],
    });
    const { header } = await stream.render({ revision: 2 });
    const elements = (header?.report.elements ?? []).flatMap((each) =>
      typeof each === 'string' ? [] : each,
    );
    assert.deepEqual(
      elements.map(({ id, box }) => [id, box.x, box.y]),
      [
        ['new', 2, 5],
        ['box', 20, 2],
        ['pair', 20, 2],
        ['dot', 0, 0],
      ],
    );
    await stream.close();
  });

  test('a revision that the service does not have is asked for', async () => {
    const stream = await openWithDocument();
    stream.send({ type: 'patches', base: 7, revision: 8, patches: [] });
    assert.equal((await stream.next(({ type }) => type === 'resend')).id, undefined);
    const answer = await stream.render({ revision: 8 });
    assert.deepEqual([answer.type, answer.id], ['resend', 1]);
    stream.send({ type: 'document', revision: 9, document });
    assert.equal((await stream.render({ revision: 9 })).type, 'picture');
    await stream.close();
  });

  test('what did not change in a lane is not sent again', async () => {
    const stream = await openWithDocument();
    const first = await stream.render({ revision: 1 });
    assert.ok(first.header?.report.elements.every((each) => typeof each === 'object'));
    const again = await stream.render({ revision: 1 });
    assert.deepEqual([again.header?.unchanged, again.bytes?.length], [true, 0]);
    assert.ok(again.header?.report.elements.every((each) => typeof each === 'string'));
    stream.send({
      type: 'patches',
      base: 1,
      revision: 2,
      patches: [{ op: 'replace', path: ['elements', 1, 'x'], value: 5 }],
    });
    const moved = await stream.render({ revision: 2 });
    assert.equal(moved.header?.unchanged, false);
    assert.deepEqual(
      moved.header.report.elements.filter((each) => typeof each === 'object').map(({ id }) => id),
      ['box'],
    );
    const elsewhere = await stream.render({ revision: 2, lane: 'behind' });
    assert.ok(elsewhere.bytes?.equals(moved.bytes ?? Buffer.alloc(0)));
    assert.ok(elsewhere.header?.report.elements.every((each) => typeof each === 'object'));
    await stream.close();
  });

  test('the report of a large document is sent as its renderer has written it', async (t) => {
    const boxes = Array.from({ length: 2_000 }, (_, at) => ({
      type: 'rect' as const,
      id: `box-${at}`,
      x: at % 100,
      y: 2,
      width: 1,
      height: 1,
    }));
    const large = { ...plainDocument, elements: boxes };
    const stream = await open(await makeTemplate());
    stream.send({ type: 'document', revision: 1, document: large });
    const write = t.mock.method(JSON, 'stringify');
    const { header } = await stream.render({ revision: 1 });
    const posted = await studio.call('previewDraft', {
      path: { templateId: await makeTemplate() },
      json: { document: large },
    });
    const written = write.mock.calls.map(({ arguments: [value] }) => value as object | null);
    write.mock.restore();
    assert.equal(header?.report.elements.length, 2_000);
    assert.deepEqual(readPreview(posted).report, header.report);
    // This process neither writes the report nor one of its elements.
    assert.deepEqual(
      written.filter(
        (value) => value !== null && typeof value === 'object' && ('onPage' in value || 'report' in value),
      ),
      [],
    );
    await stream.close();
  });

  test('shows only some elements, or all but some', async () => {
    const stream = await openWithDocument();
    const only = await stream.render({ revision: 1, lane: 'moving', elements: { only: ['dot'] } });
    const except = await stream.render({ revision: 1, lane: 'behind', elements: { except: ['pair'] } });
    const ids = ({ header }: DownMessage) =>
      header?.report.elements.map((each) => (typeof each === 'string' ? each : each.id));
    assert.deepEqual(ids(only), ['pair', 'dot']);
    assert.ok(ids(except)?.includes('box'));
    assert.ok(!ids(except)?.includes('dot'));
    await stream.close();
  });

  test('the newest render of a lane replaces the others; other lanes and streams go on', async () => {
    const [stream, other] = [await openWithDocument(), await openWithDocument()];
    const options = { scale: 4 };
    const renders = [
      stream.render({ revision: 1, options }),
      stream.render({ revision: 1, lane: 'set-1', options }),
      other.render({ revision: 1, options }),
      stream.render({ revision: 1, options }),
      stream.render({ revision: 1 }),
    ];
    const answers = await Promise.all(renders);
    assert.deepEqual(
      answers.map(({ type, problem }) => problem?.code ?? type),
      ['PREVIEW_REPLACED', 'picture', 'picture', 'PREVIEW_REPLACED', 'picture'],
    );
    assert.equal(answers[4]?.header?.width, 40);
    await Promise.all([stream.close(), other.close()]);
  });

  test('a document with problems is refused, with all of them', async () => {
    const stream = await open(await makeTemplate());
    stream.send({
      type: 'document',
      revision: 1,
      document: { ...document, viewport: { width: 0, height: 1 } },
    });
    const { problem } = await stream.render({ revision: 1 });
    assert.deepEqual([problem?.code, problem?.errors?.[0]?.pointer], ['TEMPLATE_INVALID', '/viewport/width']);
    await stream.close();
  });

  test('a file is found as soon as it was uploaded', async () => {
    const templateId = await makeTemplate();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>';
    const picture = { type: 'image', id: 'logo', x: 0, y: 0, width: 4, height: 4, src: 'images/logo.svg' };
    const stream = await open(templateId);
    stream.send({ type: 'document', revision: 1, document: { ...document, elements: [picture] } });
    assert.equal((await stream.render({ revision: 1 })).problem?.code, 'TEMPLATE_INVALID');
    const uploaded = await studio.call('uploadFile', {
      path: { templateId },
      query: { path: 'images/logo.svg' },
      body: svg,
    });
    assert.ok(uploaded.status < 300, JSON.stringify(uploaded.json));
    assert.equal((await stream.render({ revision: 1 })).type, 'picture');
    await stream.close();
  });

  const malformed: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['text that is not JSON', '{"type":', []],
    ['a list', '[]', []],
    ['no type', {}, ['/type']],
    ['an unknown type', { type: 'paint' }, ['/type']],
    ['a type that is an object', { type: { toString: 1 } }, ['/type']],
    ['a document that is a text', { type: 'document', revision: 2, document: 'x' }, ['/document']],
    ['a missing document', { type: 'document', revision: 2 }, ['/document']],
    ['a fraction', { type: 'document', revision: 1.5, document: {} }, ['/revision']],
    ['another field', { type: 'document', revision: 2, document: {}, more: 1 }, ['/more']],
    ['NUL', `{"type":"document","revision":2,"document":{"name":"\\u0000"}}`, ['/document/name']],
    ['__proto__', `{"type":"document","revision":2,"document":{"__proto__":{}}}`, ['/document/__proto__']],
    [
      'a patch without a path',
      { type: 'patches', base: 1, revision: 2, patches: [{ op: 'add', value: 1 }] },
      ['/patches/0/path'],
    ],
    ['a lane with a space', { type: 'render', id: 1, lane: 'a b', revision: 1 }, ['/lane']],
    [
      'wrong values, options and elements',
      {
        type: 'render',
        id: 1,
        lane: 'page',
        revision: 1,
        values: { title: 5 },
        format: 'gif',
        options: { scale: 9 },
        elements: { only: 'title' },
      },
      ['/values/title', '/format', '/options/scale', '/elements/only'],
    ],
    [
      'an element that does not exist',
      { type: 'render', id: 1, lane: 'page', revision: 1, elements: { only: ['ghost'] } },
      ['/elements/only/0'],
    ],
    [
      'a value that the template refuses',
      {
        type: 'render',
        id: 1,
        lane: 'page',
        revision: 1,
        values: { unknown: 'x' },
        elements: { only: ['ghost'] },
      },
      ['/elements/only/0'],
    ],
  ];
  for (const [what, message, pointers] of malformed) {
    test(`refuses ${what}, and goes on`, async () => {
      const stream = await openWithDocument();
      stream.send(message);
      const answer = await stream.next(({ type }) => type === 'problem');
      assert.deepEqual([answer.problem?.status, getPointers(answer)], [400, pointers]);
      assert.equal((await stream.render({ revision: 1 })).type, 'picture');
      await stream.close();
    });
  }

  test('refuses binary messages, and patches that do not fit, and goes on', async () => {
    const stream = await openWithDocument();
    stream.socket.send(Buffer.from([1, 2, 3]));
    assert.equal((await stream.next(({ type }) => type === 'problem')).problem?.status, 400);
    stream.send({
      type: 'patches',
      base: 1,
      revision: 2,
      patches: [{ op: 'replace', path: ['elements', 4e9, 'x'], value: 1 }],
    });
    assert.deepEqual(getPointers(await stream.next(({ type }) => type === 'problem')), ['/patches/0/path']);
    stream.send({ type: 'document', revision: 3, document });
    assert.equal((await stream.render({ revision: 3 })).type, 'picture');
    await stream.close();
  });

  test('refuses a document that is too large to be published, also one that patches made so', async () => {
    const stream = await openWithDocument();
    const large = { ...document, description: 'x'.repeat(2_100_000) };
    stream.send({ type: 'document', revision: 2, document: large });
    assert.equal((await stream.next(({ type }) => type === 'problem')).problem?.code, 'PAYLOAD_TOO_LARGE');
    stream.send({ type: 'document', revision: 3, document });
    const half = 'x'.repeat(1_100_000);
    const add = (name: string) => [{ op: 'add', path: [name], value: half }];
    stream.send({ type: 'patches', base: 3, revision: 4, patches: add('description') });
    // Replacing a long text by another one is no growth.
    stream.send({ type: 'patches', base: 4, revision: 5, patches: add('description') });
    stream.send({ type: 'patches', base: 5, revision: 6, patches: add('x') });
    assert.equal((await stream.next(({ type }) => type === 'problem')).problem?.code, 'PAYLOAD_TOO_LARGE');
    assert.equal((await stream.render({ revision: 6 })).type, 'resend');
    await stream.close();
  });

  test('large messages have a turn of the event loop for each piece', async (context) => {
    const elements = Array.from({ length: 2_000 }, (_, at) => ({ ...document.elements?.[0], id: `r${at}` }));
    const message = JSON.stringify({ type: 'document', revision: 1, document: { ...document, elements } });
    const { parse } = JSON;
    let inTurn = 0;
    let most = 0;
    context.mock.method(JSON, 'parse', (...given: Parameters<typeof parse>) => {
      inTurn += given[0].length;
      most = Math.max(most, inTurn);
      setImmediate(() => (inTurn = 0));
      return parse(...given) as unknown;
    });
    const stream = await open(await makeTemplate());
    for (let count = 0; count < 8; count += 1) stream.socket.send(message);
    // It comes after them, and is read after them.
    const { problem } = await stream.render({ revision: 1, elements: { only: ['r1'] } });
    assert.equal(problem, undefined);
    assert.ok(most < message.length / 2, `${most} of ${message.length}`);
  });

  test('small messages that arrive together have a turn of the event loop each', async (context) => {
    const { parse } = JSON;
    let inTurn = 0;
    let most = 0;
    context.mock.method(JSON, 'parse', (...given: Parameters<typeof parse>) => {
      if (given[0].includes('"patches"')) inTurn += 1;
      most = Math.max(most, inTurn);
      setImmediate(() => (inTurn = 0));
      return parse(...given) as unknown;
    });
    const stream = await open(await makeTemplate());
    stream.send({ type: 'document', revision: 1, document });
    const patches = [{ op: 'replace', path: ['name'], value: 'Other' }];
    for (let base = 1; base <= 40; base += 1)
      stream.send({ type: 'patches', base, revision: base + 1, patches });
    const { problem } = await stream.render({ revision: 41 });
    assert.equal(problem, undefined);
    assert.ok(most > 0 && most <= 2, `${most} in one turn`);
  });

  test('a large document is never written as JSON in the main thread', async (context) => {
    const elements = Array.from({ length: 10_000 }, (_, at) => ({
      type: 'rect',
      id: `r${at}`,
      x: at % 100,
      y: 1,
      width: 1,
      height: 1,
      fill: '#00ff00',
    }));
    const large = { ...plainDocument, elements };
    const size = JSON.stringify(large).length;
    const stream = await open(await makeTemplate());
    const { stringify } = JSON;
    let written = 0;
    context.mock.method(JSON, 'stringify', (...given: Parameters<typeof stringify>) => {
      const text = stringify(...given);
      if (text !== undefined && text.length > 0.9 * size) written += 1;
      return text;
    });
    const message = stringify({ type: 'document', revision: 1, document: large });
    stream.socket.send(message);
    for (const lane of ['first', 'second']) {
      const { problem } = await stream.render({ lane, revision: 1, elements: { only: ['r1'] } });
      assert.equal(problem, undefined);
    }
    assert.equal(written, 0);
  });

  test('is closed if a message is larger than any document, or if messages do not end', async () => {
    const stream = await openWithDocument();
    stream.send('x'.repeat(3_000_000));
    assert.equal(await stream.closed, 1009);
    const eager = await openWithDocument();
    for (let count = 0; count < 2_000; count += 1) eager.send('{}');
    assert.equal(await eager.closed, 1008);
  });

  test('sees at once that the template is no longer shared', async () => {
    const templateId = await addTemplate(studio.db, studio.owner, document, { visibility: 'SHARED' });
    const stream = await open(templateId, studio.member.token);
    stream.send({ type: 'document', revision: 1, document });
    assert.equal((await stream.render({ revision: 1 })).type, 'picture');
    // Also if nothing announces the change.
    const unannounced = (what: 'disable' | 'enable') =>
      queryRows(studio.db, `alter table templates ${what} trigger changed_visibility_is_announced`, {});
    const setVisibility = (visibility: string) =>
      queryRows(studio.db, 'update templates set visibility = :visibility where id = :templateId', {
        templateId,
        visibility,
      });
    await unannounced('disable');
    await setVisibility('PRIVATE');
    assert.equal((await stream.render({ revision: 1 })).problem?.code, 'TEMPLATE_NOT_FOUND');
    await setVisibility('SHARED');
    await unannounced('enable');
    assert.equal((await stream.render({ revision: 1 })).type, 'picture');
    const ofOwner = await open(templateId);
    await setVisibility('PRIVATE');
    assert.equal(await stream.closed, 4404);
    assert.equal(ofOwner.socket.readyState, ofOwner.socket.OPEN);
    await ofOwner.close();
  });

  test('ends at once with its session, its member and its template', { timeout: 14_000 }, async () => {
    const { workspaceId } = studio.owner;
    const newMember = () => createUser(studio.db, { workspaceId, role: 'MEMBER' });
    const [first, second, third] = [await newMember(), await newMember(), await newMember()];
    const templateId = await addTemplate(studio.db, studio.owner, document, { visibility: 'SHARED' });
    const ofOwner = await open(templateId);
    const own = await open(templateId, third.token);
    const signedOut = await open(templateId, first.token);
    await callOperation(studio.service, 'signOut', { as: first });
    assert.equal(await signedOut.closed, 4401);
    const removed = await open(templateId, second.token);
    const as = studio.owner;
    await callOperation(studio.service, 'removeMember', { as, path: { memberId: second.accountId } });
    assert.equal(await removed.closed, 4401);
    await callOperation(studio.service, 'endMemberSessions', { as, path: { memberId: third.accountId } });
    assert.equal(await own.closed, 4401);
    await callOperation(studio.service, 'deleteTemplate', { as, path: { templateId } });
    assert.equal(await ofOwner.closed, 4404);
  });

  test('ends with its session', async () => {
    const user = await createUser(studio.db);
    const stream = await open(await addTemplate(studio.db, user, document), user.token);
    await expireSession(studio.db, user);
    assert.equal(await stream.closed, 4401);
  });

  test('costs no render of the plan', async () => {
    const user = await createUser(studio.db);
    const stream = await open(await addTemplate(studio.db, user, document), user.token);
    stream.send({ type: 'document', revision: 1, document });
    assert.equal((await stream.render({ revision: 1 })).type, 'picture');
    const usage = await callOperation(studio.service, 'getUsage', { as: user });
    assert.equal((usage.json as { quota: { used: number } }).quota.used, 0);
    await stream.close();
  });
});

describe('limits of a stream of previews', () => {
  let limited: TestService;
  before(async () => {
    limited = await startTestService({ env: { RATE_LIMITS: 'on' } });
  });
  after(() => limited.close());

  test('renders count against the rate of previews, over all streams of the account', async () => {
    const user = await createUser(limited.db);
    const templateId = await addTemplate(limited.db, user, document);
    const streams = [
      await open(templateId, user.token, limited),
      await open(templateId, user.token, limited),
    ];
    for (const stream of streams) stream.send({ type: 'document', revision: 1, document });
    const renders: Promise<DownMessage>[] = [];
    for (let lane = 0; lane < 40; lane += 1)
      for (const stream of streams) renders.push(stream.render({ revision: 1, lane: `l${lane}` }));
    const answers = await Promise.all(renders);
    const refused = answers.filter((answer) => answer.problem?.code === 'RATE_LIMIT_EXCEEDED');
    assert.ok(refused.length > 0 && refused.length <= 50, `${refused.length} were refused`);
    assert.ok((refused[0]?.retryAfterSeconds ?? 0) >= 1);
    for (const stream of streams) await stream.close();
  });

  test('a process that stops closes its streams, and does not wait for their pages', async () => {
    const service = await startTestService();
    const user = await createUser(service.db);
    const templateId = await addTemplate(service.db, user, document);
    const streams = [
      await open(templateId, user.token, service),
      await open(templateId, user.token, service),
    ];
    // This page does not answer the close.
    streams[1]?.socket.pause();
    await waitUntil(
      async () => (await queryRows(service.db, 'select from template_viewers', {})).length === 2,
    );
    const codes = streams[0]?.closed;
    await service.app.drain();
    assert.equal(await codes, 1001);
    assert.equal((await queryRows(service.db, 'select from template_viewers', {})).length, 0);
    streams[1]?.socket.terminate();
    await service.close();
  });
});
