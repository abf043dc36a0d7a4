/** Security headers of all answers, compared with Helmet's defaults, the list that users expect. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { addShare } from '../helpers/shares.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  startTestService,
  type TestService,
} from '../helpers/http.ts';
import { checkedFetch, readRawAnswers } from '../helpers/requests.ts';

/** Helmet 8.3's defaults without its policies. Ours must be equal or stricter. */
const helmetDefaults: Readonly<Record<string, RegExp>> = {
  'cross-origin-opener-policy': /^same-origin$/,
  'origin-agent-cluster': /^\?1$/,
  'referrer-policy': /^no-referrer$/,
  'x-content-type-options': /^nosniff$/,
  'x-dns-prefetch-control': /^off$/,
  // Helmet: SAMEORIGIN.
  'x-frame-options': /^DENY$/,
  'x-permitted-cross-domain-policies': /^none$/,
};

/**
 * Helmet's headers that the service omits: they are for Internet Explorer, and for a filter that current
 * browsers do not have.
 */
const outdated = ['x-download-options', 'x-xss-protection'];

/** Directives that do not fall back to `default-src`. */
const ownDirectives = ['base-uri', 'form-action', 'frame-ancestors'];

let service: TestService;
let share: string;
before(async () => {
  service = await startTestService({ env: { PUBLIC_URL: 'https://platen.example' } });
  const tenant = await createTenant(service.db, { plan: 'studio' });
  const { url } = await addShare(service, tenant, await addTemplate(service.db, tenant));
  share = new URL(url).pathname;
});
after(() => service.close());

function assertSecurityHeaders(headers: Headers, where: string): void {
  for (const [name, form] of Object.entries(helmetDefaults)) {
    assert.match(headers.get(name) ?? '', form, `${where}: ${name}`);
  }
  const policy = new Map(
    (headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((directive): [string, string] => [
        directive.split(' ')[0] ?? '',
        directive.slice(directive.indexOf(' ') + 1),
      ]),
  );
  for (const name of ['default-src', ...ownDirectives])
    assert.equal(policy.get(name), "'none'", `${where}: ${name}`);
  // Styles may be inline: the docs page's scripts and the browsers' PDF viewers write them.
  assert.doesNotMatch(policy.get('script-src') ?? '', /unsafe|\*|http|data:/, where);
  for (const name of ['x-powered-by', 'server', ...outdated])
    assert.equal(headers.get(name), null, `${where}: ${name}`);
}

describe('every answer has the security headers', () => {
  const answers: readonly (readonly [method: string, target: () => string, status: number])[] = [
    ['GET', () => '/healthz', 200],
    ['GET', () => '/readyz', 200],
    ['GET', () => '/docs', 200],
    ['GET', () => '/docs/', 308],
    ['GET', () => '/openapi.yaml', 200],
    ['OPTIONS', () => '/openapi.json', 204],
    ['GET', () => '/examples/none.png', 404],
    ['GET', () => share, 200],
    ['GET', () => '/s/none.png', 404],
    ['GET', () => '/files/none.zip?expires=1&signature=2', 403],
    ['GET', () => '/api/v1/projects', 401],
    ['POST', () => '/api/v1/batch-jobs', 401],
    ['PATCH', () => '/api/v1/projects', 405],
    ['GET', () => '/studio/openapi.yaml', 200],
    ['GET', () => '/studio/api/v1/session', 401],
    ['POST', () => '/studio/api/v1/session', 403],
    ['PATCH', () => '/studio/api/v1/session', 405],
    ['GET', () => '/studio/api/v1/nothing', 404],
    ['GET', () => '/nowhere', 404],
    ['GET', () => '/%E0%A4%A', 400],
  ];
  for (const [method, target, status] of answers) {
    test(`${method} ${target.toString().slice(6)} → ${status}`, async () => {
      const { status: actual, headers } = await checkedFetch(service.url + target(), {
        method,
        redirect: 'manual',
      });
      assert.equal(actual, status);
      assertSecurityHeaders(headers, target());
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
    });
  }

  for (const [what, bytes, asked] of [
    ['invalid HTTP', 'nonsense\r\n\r\n', ['GET', '/']],
    [
      'CONNECT',
      'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
      ['CONNECT', 'example.org:443'],
    ],
  ] as const) {
    test(what, async () => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.end(bytes);
      const [answer] = readRawAnswers(await text(socket.setEncoding('latin1')), [asked]);
      assertSecurityHeaders(answer?.headers ?? new Headers(), what);
    });
  }
});

test('without an https PUBLIC_URL there is no Strict-Transport-Security', async () => {
  const plain = await shareTestService();
  try {
    const { headers } = await plain.send('GET', '/healthz');
    assert.equal(headers.get('strict-transport-security'), null);
    assertSecurityHeaders(headers, '/healthz');
  } finally {
    await plain.close();
  }
});
