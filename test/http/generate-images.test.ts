import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { readUsage } from '../../src/store/quota.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { waitUntil } from '../helpers/wait-until.ts';

let imageServer: Server;
let imageServerUrl: string;
let service: TestService;
let tenant: Tenant;
let templateId: string;

before(async () => {
  const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  imageServer = createServer((request, response) => {
    switch (request.url) {
      case '/red.png':
        return response.setHeader('Content-Type', 'image/png').end(red);
      case '/redirect':
        return response.writeHead(302, { Location: '/red.png' }).end();
      case '/loop':
        return response.writeHead(302, { Location: '/loop' }).end();
      case '/inside':
        return response.writeHead(302, { Location: 'http://10.0.0.1/red.png' }).end();
      case '/text':
        return response.setHeader('Content-Type', 'image/png').end('not an image');
      case '/svg':
        return response
          .setHeader('Content-Type', 'image/png')
          .end('<svg xmlns="http://www.w3.org/2000/svg"/>');
      case '/big':
        return response.end(Buffer.concat([red, Buffer.alloc(200_000)]));
      case '/slow':
        return response.writeHead(200).write(red.subarray(0, 20));
      case '/503':
        return response.writeHead(503).end();
      default:
        return response.writeHead(404).end();
    }
  });
  imageServer.listen(0, '127.0.0.1');
  await once(imageServer, 'listening');
  imageServerUrl = `http://127.0.0.1:${(imageServer.address() as AddressInfo).port}`;
  service = await startTestService({
    env: {
      OUTBOUND_ALLOW: '127.0.0.0/8',
      IMAGE_TIMEOUT: '1s',
      IMAGE_MAX_BYTES: '100000',
      RATE_LIMITS: 'off',
    },
  });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant, {
    variables: [{ name: 'photo', type: 'image', label: 'Photo' }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
  });
});
after(async () => {
  await service.close();
  imageServer.closeAllConnections();
  imageServer.close();
});

async function generate(photo: string) {
  const target = `/api/v1/templates/${templateId}/generate`;
  return await service.send('POST', target, { key: tenant.apiKey, json: { variables: { photo } } });
}

async function used(): Promise<number> {
  return (await readUsage(service.db, tenant.workspaceId, new Date())).used;
}

test('an image is fetched, also through redirects, or read from a data URL', async () => {
  const data = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
    .webp()
    .toBuffer();
  for (const photo of [
    `${imageServerUrl}/red.png`,
    `${imageServerUrl}/redirect`,
    `data:image/webp;base64,${data.toString('base64')}`,
  ]) {
    const { status, bytes } = await generate(photo);
    assert.equal(status, 200, photo);
    const { dominant } = await sharp(bytes).removeAlpha().stats();
    assert.ok(dominant.r > 200 && dominant.g < 60, photo);
  }
});

test('a bad image URL is a 400 that names the variable, and is refunded', async () => {
  const before = await used();
  for (const photo of [
    `${imageServerUrl}/missing`,
    `${imageServerUrl}/loop`,
    `${imageServerUrl}/inside`,
    `${imageServerUrl}/text`,
    `${imageServerUrl}/svg`,
    `${imageServerUrl}/big`,
    'http://10.0.0.1/red.png',
    'http://[::1]/red.png',
    'http://169.254.169.254/latest/meta-data',
    'http://0xa.1/red.png',
    'ftp://example.org/red.png',
    'file:///etc/passwd',
    'no address',
    'data:image/png;base64,AAAA',
    'data:image/svg+xml;base64,PHN2Zy8+',
  ]) {
    const { status, problem } = await generate(photo);
    assert.deepEqual([status, problem.code], [400, 'VALIDATION_ERROR'], photo);
    assert.equal(problem.errors[0]?.pointer, '/variables/photo', photo);
    assert.match(problem.detail, /"photo"/, photo);
  }
  assert.equal(await used(), before);
});

test('a failing image server is a 502 and is refunded', async () => {
  const before = await used();
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  for (const photo of [
    `${imageServerUrl}/503`,
    `${imageServerUrl}/slow`,
    `http://127.0.0.1:${port}/red.png`,
  ]) {
    const { status, problem, headers } = await generate(photo);
    assert.deepEqual([status, problem.code], [502, 'RENDER_FAILED'], photo);
    assert.match(problem.detail, /"photo"/);
    assert.equal(Number(headers.get('x-quota-remaining')), 5000 - before);
  }
  assert.equal(await used(), before);
});

test('a client that disconnects while an image is fetched is not charged', async () => {
  const before = await used();
  const client = new AbortController();
  const target = `/api/v1/templates/${templateId}/generate`;
  const json = { variables: { photo: `${imageServerUrl}/slow` } };
  const generating = service.send('POST', target, { key: tenant.apiKey, json, signal: client.signal });
  await waitUntil(async () => (await used()) !== before);
  client.abort();
  await assert.rejects(generating);
  await waitUntil(async () => (await used()) === before);
});
