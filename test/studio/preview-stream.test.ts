/** The designer's end of the stream of previews, in a page of the app, with its content policy. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { TemplateDocument } from '../../generated/template.ts';
import { bundleModule } from '../../studio/web/build/bundle-module.ts';
import { startCutProxy, type CutProxy } from '../faults/cut-proxy.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { startBrowserStudio, type BrowserStudio } from './browser.ts';
import { makeFromSample } from './templates.ts';

let studio: BrowserStudio;
let code: string;
let proxy: CutProxy;
let templateId: string;
let sample: TemplateDocument;
let example: Readonly<Record<string, string>>;
before(async () => {
  studio = await startBrowserStudio({ env: { RATE_LIMITS: 'off' } });
  code = `${await bundleModule(source)}\n${driver}`;
  proxy = await startCutProxy(Number(new URL(studio.service.url).port));
  templateId = await makeFromSample(studio, 'social-card');
  const draft = await studio.call('getDraft', { path: { templateId } });
  ({ document: sample, example } = draft.json as {
    readonly document: TemplateDocument;
    readonly example: Readonly<Record<string, string>>;
  });
});
after(async () => {
  await proxy.close();
  await studio.close();
});

const source = path.resolve(import.meta.dirname, '../../studio/web/src/designer/preview/preview-stream.ts');

/** What the test does in the page, where it has no types. */
const driver = `
  let document, values, stream;
  export const seen = { states: [], exact: [], people: '' };
  globalThis.seen = seen;
  export function start(templateId, given, givenValues) {
    document = given;
    values = givenValues;
    stream = new PreviewStream({
      templateId,
      onState: (state) => seen.states.push(state),
      onPeople: (people) => (seen.people = people.map(({ name, isYou }) => name + ' ' + isYou).join()),
    });
  }
  const withX = (x) => {
    const [first, ...others] = document.elements;
    return { ...document, elements: [{ ...first, x }, ...others] };
  };
  const boxesOf = ({ report }) =>
    Object.fromEntries(report.elements.map(({ id, pageBox }) => [id, pageBox.x]));
  export async function show(lane, x, request) {
    if (x !== null) document = withX(x);
    try {
      const onExact = () => seen.exact.push(lane);
      const picture = await stream.show(lane, { document, values, onExact, ...request });
      if (picture === null) return null;
      return {
        size: [picture.bitmap.width, picture.bitmap.height],
        type: picture.mediaType,
        bytes: picture.bytes.byteLength,
        hash: new Uint8Array(await crypto.subtle.digest('SHA-256', picture.bytes)).toHex(),
        isExact: picture.isExact,
        boxes: boxesOf(picture),
      };
    } catch ({ code, fields }) {
      return { code, pointers: fields.map(({ pointer }) => pointer) };
    }
  }
  export async function showMany(count, id) {
    const showAt = (_, x) => stream.show('page', { document: withX(x), values });
    const requests = Array.from({ length: count }, showAt);
    return (await Promise.all(requests)).map((picture) => picture && boxesOf(picture)[id]);
  }
`;

/** What the page has noticed. */
interface Seen {
  readonly states: readonly string[];
  readonly exact: readonly string[];
  readonly people: string;
}

/** A picture without its bitmap, or why there is none. */
interface Shown {
  readonly code?: string;
  readonly pointers?: readonly string[];
  readonly size?: readonly [number, number];
  readonly type?: string;
  readonly bytes?: number;
  readonly hash?: string;
  readonly isExact?: boolean;
  readonly boxes?: Readonly<Record<string, number>>;
}

/** Calls a function of the driver. */
async function call<Result>(page: Page, name: string, ...given: readonly unknown[]): Promise<Result> {
  const values = given.map((value) => JSON.stringify(value)).join(', ');
  return await page.evaluate<Result>(
    `import('/studio/assets/stream.js').then((driver) => driver.${name}(${values}))`,
  );
}

/** Opens a page of the app with a stream in it. */
async function open(
  t: TestContext,
  {
    at = studio.service,
    sent = [],
  }: { readonly at?: { readonly url: string }; readonly sent?: string[] } = {},
): Promise<Page> {
  const page = await studio.open(t, '/', { process: at, expectedStatuses: [0] });
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await page.route('**/studio/assets/stream.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  );
  await call(page, 'start', templateId, sample, example);
  return page;
}

/** Waits until the page has noticed something. */
async function untilSeen(page: Page, isMet: (seen: Seen) => boolean): Promise<void> {
  await waitUntil(async () => isMet(await page.evaluate<Seen>('globalThis.seen')));
}

/** Shows the page's document, from now on with this x of its first element. */
async function show(
  page: Page,
  x: number | null,
  request: Readonly<Record<string, unknown>> = {},
  lane = 'page',
): Promise<Shown | null> {
  return await call(page, 'show', lane, x, request);
}

/** A way to the service that passes a given number of bytes in a millisecond. */
async function startSlowProxy(bytesPerMs: number): Promise<{ readonly url: string; close(): void }> {
  const target = Number(new URL(studio.service.url).port);
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    sockets.add(client).add(server);
    client.pipe(server);
    server.on('data', (chunk) => {
      server.pause();
      setTimeout(() => {
        client.write(chunk);
        server.resume();
      }, chunk.length / bytesPerMs);
    });
    for (const socket of [client, server])
      socket
        .on('error', () => undefined)
        .on('close', () => [client, server].forEach((each) => each.destroy()));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const first = () => sample.elements?.[0]?.id ?? '';

test('shows the exact picture under the content policy, and sends only what has changed', async (t) => {
  const page = await open(t);
  await untilSeen(page, ({ people }) => people.endsWith(' true'));
  const shown = await show(page, null);
  const generated = await studio.service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: studio.owner.apiKey,
    json: { variables: example },
  });
  assert.equal(generated.status, 200);
  assert.deepEqual([shown?.size, shown?.type, shown?.isExact], [[1200, 630], 'image/png', true]);
  assert.equal(shown?.hash, createHash('sha256').update(generated.bytes).digest('hex'));
  assert.equal(Object.keys(shown?.boxes ?? {}).length > 10, true);

  // A slow machine looks like a slow wire, over which a smaller picture comes first.
  const exact = { format: 'png' };
  const moved = await show(page, 7, exact);
  assert.deepEqual(moved?.boxes, { ...shown?.boxes, [first()]: 7 });
  const again = await show(page, null, exact);
  assert.deepEqual(again, moved);
  await untilSeen(page, ({ states }) => states.join() === 'connecting,open');
});

test('sends patches of a document that it has sent', async (t) => {
  const sent: string[] = [];
  const page = await open(t, { sent });
  for (const x of [null, 3, null, 4]) await show(page, x);
  const types = sent.map((text) => (JSON.parse(text) as { type: string }).type);
  assert.deepEqual(types, ['document', 'render', 'patches', 'render', 'render', 'patches', 'render']);
  assert.ok((sent[2]?.length ?? 0) < 200, sent[2]);
});

test('of many requests the last one is shown, and what is replaced is null', async (t) => {
  const page = await open(t);
  const boxes = await call<(number | null)[]>(page, 'showMany', 40, first());
  assert.equal(boxes.at(-1), 39);
  assert.ok(boxes.filter((x) => x === null).length > 30, JSON.stringify(boxes));
});

test('says what is wrong with a document or a value, and goes on', async (t) => {
  const page = await open(t);
  const broken = { ...sample, viewport: { width: -1, height: 5 } };
  assert.deepEqual(await show(page, null, { document: broken }), {
    code: 'TEMPLATE_INVALID',
    pointers: ['/viewport/width'],
  });
  const refused = await show(page, null, {
    values: { ...example, unknown_value: 'x' },
    elements: { only: ['ghost'] },
  });
  assert.deepEqual(refused, { code: 'VALIDATION_ERROR', pointers: ['/elements/only/0'] });
  const huge = await show(page, null, { document: { ...sample, description: 'x'.repeat(2_100_000) } });
  assert.equal(huge?.code, 'PAYLOAD_TOO_LARGE');
  const far = await show(page, null, { document: { ...sample, description: 'x'.repeat(4_000_000) } });
  assert.equal(far?.code, 'PAYLOAD_TOO_LARGE');
  assert.equal((await show(page, 1))?.isExact, true);
});

test('connects again after the connection was lost, and shows the last request', async (t) => {
  const page = await open(t, { at: { url: `http://127.0.0.1:${proxy.port}` } });
  assert.equal((await show(page, 1))?.isExact, true);
  const [replaced, waiting] = await proxy.refuseDuring(async () => {
    await untilSeen(page, ({ states }) => states.includes('offline'));
    const requests = [show(page, 2), show(page, 3)] as const;
    await untilSeen(page, ({ states }) => states.filter((state) => state === 'offline').length > 1);
    return requests;
  });
  assert.equal(await replaced, null);
  assert.equal((await waiting)?.boxes?.[first()], 3);
  await untilSeen(page, ({ states }) => states.at(-1) === 'open');
});

test('on a slow wire shows a smaller picture first, and the exact one once nothing changes', async (t) => {
  // 10 Mbit/s.
  const slow = await startSlowProxy(1_250);
  try {
    const page = await open(t, { at: slow });
    const exact = await show(page, 1);
    assert.deepEqual([exact?.type, exact?.isExact], ['image/png', true]);
    const quick = await show(page, 2);
    assert.deepEqual([quick?.type, quick?.isExact], ['image/jpeg', false]);
    assert.ok((quick?.bytes ?? 0) < (exact?.bytes ?? 0) / 4);
    const part = await show(page, null, { elements: { only: [first()] } }, 'moving');
    assert.equal(part?.type, 'image/webp');
    // The exact picture comes by itself.
    await untilSeen(page, ({ exact }) => exact.includes('page'));
    assert.equal((await show(page, 3, { format: 'png' }))?.isExact, true);
  } finally {
    slow.close();
  }
});
