/** What a tenant may do to others by the app, by agents, by sign-ins and by image URLs. */
import { once } from 'node:events';
import { request as requestFrom } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { signedTarget } from '../helpers/image-urls.ts';
import { openStream } from '../helpers/preview-stream.ts';
import { agent, repeat, type Attack, type Target } from './attack.ts';

export const studioAttacks: readonly Attack[] = [
  { name: 'streamed patches of a long list', run: streamPatches },
  { name: 'streamed patches of a wide object', run: streamWidePatches },
  { name: 'streamed documents of 2 MB', run: streamDocuments },
  { name: 'drafts of 700 kB that are saved', run: saveDrafts },
  { name: 'files and drafts of 2 MB that are read', run: readDrafts },
  { name: 'previews with documents of 600 kB', run: previewDocuments },
  { name: 'conversions that take long, and exports', run: convertAndExport },
  { name: 'SVG files of 5 MB that are uploaded', run: uploadSvg },
  { name: 'streams of events in masses', run: openEvents },
  { name: 'messages of agents of 2 MB', run: sendMessages },
  { name: 'sign-ins from many addresses', run: signIn },
  { name: 'distinct pictures at image URLs', run: renderPictures },
  { name: 'default pictures that fail', run: renderBroken },
];

/** A document of about this many bytes, without problems. */
function largeDocument(bytes: number): object {
  const element = (at: number) => ({
    type: 'rect',
    id: `r${at}`,
    x: at % 100,
    y: 1,
    width: 1,
    height: 1,
    fill: '#00ff00',
  });
  const count = Math.floor(bytes / JSON.stringify(element(10_000)).length);
  return {
    schemaVersion: 1,
    name: 'Large',
    viewport: { width: 100, height: 100 },
    elements: Array.from({ length: count }, (_, at) => element(at)),
  };
}

/** Opens eight streams; each is opened again when the service closes it. */
async function stream(
  { url, sessions, templates }: Target,
  act: (send: (message: string) => void, round: number) => Promise<unknown>,
): Promise<void> {
  await repeat(8, async (sequence) => {
    const opened = await openStream({ url, token: sessions[sequence]!, templateId: templates.text });
    const { socket } = opened;
    for (let round = 1; socket.readyState === socket.OPEN; round += 1) {
      opened.received.length = 0;
      await act((message) => socket.send(message), round);
    }
  });
}

async function streamPatches(target: Target): Promise<void> {
  const list = Array.from({ length: 490_000 }, () => 0);
  const document = JSON.stringify({ type: 'document', revision: 0, document: { list } });
  const add = Array.from({ length: 10_000 }, () => ({ op: 'add', path: ['list', 0], value: 0 }));
  await stream(target, async (send, round) => {
    if (round === 1) send(document);
    send(JSON.stringify({ type: 'patches', base: 0, revision: 0, patches: add }));
    await sleep(50);
  });
}

async function streamWidePatches(target: Target): Promise<void> {
  const wide = Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`name${at}`, 0]));
  const document = JSON.stringify({ type: 'document', revision: 0, document: { wide } });
  await stream(target, async (send, round) => {
    if (round === 1) send(document);
    // Each copies the object, if it is applied.
    for (let at = 0; at < 20; at += 1) {
      const patches = [{ op: 'remove', path: ['wide', `name${at}`] }];
      send(JSON.stringify({ type: 'patches', base: 0, revision: 0, patches }));
    }
    await sleep(50);
  });
}

async function streamDocuments(target: Target): Promise<void> {
  const document = JSON.stringify(largeDocument(1_860_000));
  await stream(target, async (send, round) => {
    send(`{"type":"document","revision":${round},"document":${document}}`);
    send(JSON.stringify({ type: 'render', id: round, lane: 'page', revision: round }));
    await sleep(260);
  });
}

/** Sends a request of the app. */
async function sendToApp(
  { url, sessions }: Target,
  session: number,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  content: { readonly json?: string; readonly bytes?: string; readonly ifMatch?: string } = {},
): Promise<void> {
  const { json, bytes, ifMatch } = content;
  const type = json === undefined ? 'application/octet-stream' : 'application/json';
  const answer = await request(`${url}/studio/api/v1${path}`, {
    method,
    headers: {
      Cookie: `platen_session=${sessions[session % sessions.length]}`,
      ...(method === 'GET' ? {} : { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': type }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    },
    body: json ?? bytes ?? null,
    dispatcher: agent,
  });
  await answer.body.arrayBuffer();
}

async function saveDrafts(target: Target): Promise<void> {
  const json = JSON.stringify(largeDocument(700_000));
  const path = `/templates/${target.templates.text}/draft`;
  await repeat(12, (sequence) => sendToApp(target, sequence, 'PUT', path, { json, ifMatch: '*' }));
}

/** Each answer needs the document, and what it names; one of them makes a picture of many texts. */
async function readDrafts(target: Target): Promise<void> {
  const { hidden: templateId } = target.templates;
  const text = (at: number) => ({ type: 'text', id: `t${at}`, x: 1, y: 1, width: 9, height: 9, text: shown });
  const shown = '{{ upper(rows[0].a) + "and more" + lower(rows[0].a) }}';
  const count = Math.floor(1_850_000 / JSON.stringify(text(10_000)).length);
  const elements = Array.from({ length: count }, (_, at) => text(at));
  const variables = [{ name: 'rows', type: 'list', label: 'Rows', fields: [{ name: 'a', type: 'text' }] }];
  const document = { schemaVersion: 1, name: 'Large', viewport: { width: 100, height: 100 }, variables };
  const json = JSON.stringify({ ...document, elements });
  await sendToApp(target, 0, 'PUT', `/templates/${templateId}/draft`, { json, ifMatch: '*' });
  const paths = ['/files', '/draft', '/export', '/fonts', '', '/thumbnail'];
  const values = { json: JSON.stringify({ values: { rows: '[{"a":"b"}]' } }) };
  await Promise.all([
    repeat(12, (sequence, round) => {
      const path = paths[(sequence + round) % paths.length];
      return sendToApp(target, sequence, 'GET', `/templates/${templateId}${path}`);
    }),
    repeat(2, (sequence) =>
      sendToApp(target, sequence, 'POST', `/templates/${templateId}/draft/preview`, values),
    ),
    repeat(4, (sequence, round) => {
      const bytes = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="${sequence}"><g id="g${round}"/></svg>`;
      return sendToApp(target, sequence, 'PUT', `/templates/${templateId}/file?path=a.svg`, { bytes });
    }),
  ]);
}

async function previewDocuments(target: Target): Promise<void> {
  const document = largeDocument(600_000);
  const path = `/templates/${target.templates.text}/draft/preview`;
  await repeat(12, (sequence, round) => {
    const json = JSON.stringify({ document: { ...document, name: `${sequence} ${round}` }, values: {} });
    return sendToApp(target, sequence, 'POST', path, { json });
  });
}

async function convertAndExport(target: Target): Promise<void> {
  const texts = '<tspan x="1" y="2">a</tspan>'.repeat(30_000);
  const bytes = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>${texts}</text></svg>`;
  const path = `/templates/${target.templates.text}/export`;
  await Promise.all([
    repeat(12, (sequence) => sendToApp(target, sequence, 'POST', '/designs?name=slow.svg', { bytes })),
    repeat(4, (sequence) => sendToApp(target, sequence, 'GET', path)),
  ]);
}

async function uploadSvg(target: Target): Promise<void> {
  const shape = (at: number) => `<rect x="${at}" width="1" height="1" style="fill:#f00" class="a${at}"/>`;
  const shapes = Array.from({ length: 45_000 }, (_, at) => shape(at)).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${shapes}`;
  const path = `/templates/${target.templates.text}/file?path=drawing.svg`;
  // Each is another file: what was found in one is kept.
  await repeat(8, (sequence, round) =>
    sendToApp(target, sequence, 'PUT', path, { bytes: `${svg}<g id="g${sequence}-${round}"/></svg>` }),
  );
}

async function openEvents({ url, sessions }: Target): Promise<void> {
  await repeat(sessions.length * 8, async (sequence) => {
    const answer = await request(`${url}/studio/events`, {
      headers: { Cookie: `platen_session=${sessions[sequence % sessions.length]}` },
      dispatcher: agent,
      bodyTimeout: 0,
    });
    await answer.body.arrayBuffer();
    await sleep(100);
  });
}

/** Half of the messages are invalid at each of their entries. */
async function sendMessages({ url, keys, templates }: Target): Promise<void> {
  const template = { templateId: templates.text };
  const bodies = ['', 1].map((value) => {
    const rows = Array.from({ length: 200_000 }, () => ({ a: value }));
    const params = { name: 'submit_batch', arguments: { template, rows } };
    return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  });
  await repeat(8, async (sequence, round) => {
    const answer = await request(`${url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${keys[sequence % keys.length]}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: bodies[round % bodies.length] ?? '',
      dispatcher: agent,
    });
    await answer.body.arrayBuffer();
  });
}

async function signIn({ url }: Target): Promise<void> {
  const { hostname, port } = new URL(url);
  await repeat(60, async (sequence, round) => {
    const sent = requestFrom({
      hostname,
      port,
      method: 'POST',
      path: '/studio/api/v1/session',
      localAddress: `127.1.${round % 250}.${1 + sequence}`,
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
    });
    sent.end(
      JSON.stringify({ email: `nobody-${sequence}-${round}@example.com`, password: 'wrong password' }),
    );
    const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
    await once(answer.resume(), 'end');
  });
}

async function showPictures(
  { url, urlKey }: Target,
  templateId: string,
  queryOf: (number: number) => string,
): Promise<void> {
  await repeat(100, async (sequence, round) => {
    const target = signedTarget(urlKey, { templateId, query: queryOf(sequence * 1_000_000 + round) });
    const answer = await request(url + target, { dispatcher: agent });
    await answer.body.arrayBuffer();
  });
}

async function renderPictures(target: Target): Promise<void> {
  await showPictures(target, target.templates.text, (number) => `v.text=${number}`);
}

async function renderBroken(target: Target): Promise<void> {
  await showPictures(target, target.templates.broken, (number) => `v.text=${number}`);
}
