import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { seededRandom } from '../../../test/helpers/random.ts';
import { signImageUrl } from '../../../clients/typescript/src/index.ts';
import { canonicalTarget, isSignedWith, readSignedTarget, signTarget } from './signed-target.ts';
import { decodeTarget, encoders, type SpelledTarget } from './spellings.ts';

const secret = 'puk_secret';
const key = createSecretKey(secret, 'utf8');
const urlKeyId = '7d4f1c02-9a5e-4b6d-8c3f-1e2d3c4b5a69';
const templateId = '3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31';

/** A target with the signature over its bytes. */
function signed(query: string, file = 'card.png'): SpelledTarget {
  const path = `/i/${templateId}/live/${file}`;
  const before = `${query}&k=${urlKeyId}`;
  return { path, query: `${before}&s=${signTarget(secret, `${path}?${before}`)}` };
}

function isAccepted(target: SpelledTarget): boolean {
  const parts = readSignedTarget(target);
  return parts !== null && parts.urlKeyId === urlKeyId && isSignedWith(key, parts);
}

/** Changes the query before the key, or the file name, of a signed target. */
function rewrite({ path, query }: SpelledTarget, from: string, to: string): SpelledTarget {
  assert.ok(`${path}?${query}`.includes(from), from);
  return path.includes(from)
    ? { path: path.replace(from, to), query }
    : { path, query: query.replace(from, to) };
}

void test('a URL that was rewritten without a change of meaning keeps its signature', () => {
  for (const [query, from, to] of [
    ['v.name=%C3%A9', '%C3%A9', '%c3%a9'],
    ['v.name=A+b', '+', '%20'],
    ['v.name=A%20b', '%20', '+'],
    ["v.name=It's", "'", '%27'],
    ['v.name=It%27s', '%27', "'"],
    ['v.name=a%7Eb', '%7E', '~'],
    ['v.name=a~b', '~', '%7e'],
    ['v.name=wow%21%28x%29', '%21%28x%29', '!(x)'],
    ['v.photo=https%3A//a.example/b', '%3A//', '%3a%2f%2F'],
    ['v.photo=https%3A%2F%2Fa.example%2Fb', '%3A%2F%2F', '://'],
    ['v.name=caf%c3%a9+%2f', '%c3%a9+%2f', '%C3%A9%20/'],
    ['v.name=a', 'v.name', '%76%2Ename'],
    ['v.name=a&scale=2', 'scale=2', 'sc%61le=%32'],
    ['v.name=a', 'k=7d', '%6b=%37d'],
    ['v.name=a', '&s=', '&%73='],
    ['v.name=a', '/live/', '/l%69ve/'],
    ['v.name=a', 'card.png', 'c%61rd%2epng'],
  ] as const) {
    const target = signed(query);
    assert.ok(isAccepted(target), query);
    assert.ok(isAccepted(rewrite(target, from, to)), `${query}: ${from} → ${to}`);
  }
});

void test('a URL with another meaning is refused', () => {
  for (const [query, from, to] of [
    ['v.name=a%2Bb', '%2B', '+'],
    ['v.name=a%2Bb', '%2B', '%20'],
    ['v.name=a+b', '+', '%2B'],
    ['v.name=a%26b', '%26', '&'],
    ['v.name=a%26scale=2', '%26', '&'],
    ['v.name=a&scale=2', '&scale', '%26scale'],
    ['v.name=a', '=a', '%3Da'],
    ['v.name%3Dx=a', '%3Dx=', '=x%3D'],
    ['v.name%3Dx=a', '%3D', '='],
    ['v.name=', 'v.name=', 'v.name'],
    ['v.name=100%25', '%25', '%2525'],
    ['v.name=%2541', '%2541', '%41'],
    ['v.name=%2541', '%2541', 'A'],
    ['v.name=a%23b', '%23b', ''],
    ['v.name=%C3%A9', '%C3%A9', '%E9'],
    ['v.name=%C3%A9', '%C3%A9', 'e%CC%81'],
    ['v.name=%C3%A9', '%C3%A9', '%C3'],
    ['v.name=%2F', '%2F', '%C0%AF'],
    ['v.name=%E9', '%E9', '%e9'],
    ['v.name=a', '=a', '=%zz'],
    ['v.name=%zz', '%zz', '%ZZ'],
    ['v.name=a', '=a', '=A'],
    ['v.name=a', '=a', '=a%00'],
    ['v.name=a', '=a', '=a%20'],
    ['v.name=a', '=a', '=%EF%BB%BFa'],
    ['v.name=a', 'v.name', 'v.Name'],
    ['v.a=1&v.b=2', 'v.a=1&v.b=2', 'v.b=2&v.a=1'],
    ['v.a=1&v.a=2', 'v.a=1&v.a=2', 'v.a=2&v.a=1'],
    ['v.a=1&v.a=1', 'v.a=1&v.a=1', 'v.a=1'],
    ['v.a=1', 'v.a=1', 'v.a=1&v.a=1'],
    ['v.a=1', 'v.a=1&', 'v.a=1&&'],
    ['v.a=1', 'v.a=1&', 'v.a=1&utm_source=mail&'],
    ['v.a=1', 'v.a=1&', 'v.a=1;'],
    ['v.a=1', 'v.a=1&', 'v.a=1&amp;'],
    ['v.a=1', '/live/', '/Live/'],
    ['v.a=1', '/live/', '/1/'],
    ['v.a=1', '/live/', '/x/../live/'],
    ['v.a=1', '/live/', '/live//'],
    ['v.a=1', '/live/', '%2Flive/'],
    ['v.a=1', 'card.png', 'card.webp'],
    ['v.a=1', 'card.png', 'card.jpg'],
    ['v.a=1', 'card.png', 'Card.png'],
    ['v.a=1', 'card.png', 'card.png.png'],
    ['v.a=1', 'card.png', 'a+b.png'],
  ] as const) {
    const target = signed(query);
    assert.ok(isAccepted(target), query);
    assert.ok(!isAccepted(rewrite(target, from, to)), `${query}: ${from} → ${to}`);
  }
  assert.ok(!isAccepted(rewrite(signed('v.a=1', 'a%2Bb.png'), '%2B', '%20')));
  assert.ok(!isAccepted(rewrite(signed('v.a=1', 'a+b.png'), '+', '%20')));
  assert.ok(isAccepted(rewrite(signed('v.a=1', 'a%2Bb.png'), '%2B', '+')));
});

void test('endings are equal in any letter case, and jpeg is jpg', () => {
  for (const ending of ['jpg', 'JPG', 'jpeg', 'JPEG', 'Jpg', 'jPeG']) {
    const target = signed('v.a=1', `card.${ending}`);
    assert.ok(isAccepted(target));
    for (const other of ['jpg', 'JPG', 'jpeg', 'JPEG'])
      assert.equal(
        isAccepted(rewrite(target, `card.${ending}`, `card.${other}`)),
        /^(?:jpe?g|JPE?G)$/.test(ending),
        `${ending} → ${other}`,
      );
    assert.deepEqual(canonicalTarget(target).path, `/i/${templateId}/live/card.jpg`);
  }
});

const pieces = [
  ..."aZ09-._~!'()*",
  ...' +&=%#;/?:@,$[]{}|\\^`"<>',
  'é',
  '漢',
  '🌍',
  'e\u0301',
  '\ufeff',
  '%41',
  '%2B',
  '&amp;',
  ' ',
];

void test('random rewritings of what any signer makes are accepted, and other values are not', () => {
  const random = seededRandom(20_261_128);
  const text = (): string => Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join('');
  for (let round = 0; round < 800; round += 1) {
    const parameters = [...Array(1 + random(3)).keys()].map((at) => [`v.${'abc'[at]}`, text()] as const);
    const encoder = encoders[random(encoders.length)];
    assert.ok(encoder);
    const path = encoder.spellPath(['i', templateId, 'live', `${text().replaceAll('/', '')}.png`]);
    const query = encoder.spellQuery([...parameters, ['k', urlKeyId]]);
    const signature = signTarget(secret, `${path}?${query}`);
    const sent = { path, query: `${query}&s=${signature}` };
    const changed = { path: respell(sent.path, random, false), query: respell(sent.query, random, true) };
    assert.deepEqual(decodeTarget(changed), decodeTarget(sent));
    assert.ok(isAccepted(changed), `${sent.path}?${sent.query} → ${changed.path}?${changed.query}`);
    assert.deepEqual(canonicalTarget(changed), canonicalTarget(sent));

    // Another value with the same signature, also if it looks alike.
    const others = parameters.map(([name, value]) => [name, value] as [string, string]);
    const other = others[random(others.length)];
    assert.ok(other);
    other[1] = vary(other[1], random);
    if (others.every(([, value], at) => value === parameters[at]?.[1])) continue;
    const forged = { path, query: `${encoder.spellQuery([...others, ['k', urlKeyId]])}&s=${signature}` };
    assert.ok(!isAccepted(forged), `${sent.query} → ${forged.query}`);
    assert.ok(!isAccepted({ path, query: respell(forged.query, random, true) }));
  }
});

/** Spells a target in another way: escapes some characters that need none, and the other way round. */
function respell(text: string, random: (below: number) => number, isQuery: boolean): string {
  return text.replaceAll(/%[0-9A-Fa-f]{2}|[^%]/g, (part) => {
    if (random(3) > 0) return part;
    if (part.length > 1) {
      const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
      if (/[\w.~!'()*-]/.test(character)) return character;
      if (isQuery && character === ' ') return '+';
      return random(2) === 0 ? part.toLowerCase() : part.toUpperCase();
    }
    if (part === '+') return isQuery ? '%20' : part;
    if (!/[\w.~!'()*-]/.test(part)) return part;
    const escape = `%${part.charCodeAt(0).toString(16)}`;
    return random(2) === 0 ? escape : escape.toUpperCase();
  });
}

/** Another text: a character more, less or escaped once more. */
function vary(text: string, random: (below: number) => number): string {
  const at = random(text.length + 1);
  const [start, end] = [text.slice(0, at), text.slice(at)];
  const changes = [
    () => `${start}${pieces[random(pieces.length)] ?? ''}${end}`,
    () => `${start}${end.slice(1)}`,
    () => text.replaceAll(' ', '+'),
    () => text.replaceAll('+', ' '),
    () => encodeURIComponent(text),
    () => text.normalize('NFC'),
    () => text.toUpperCase(),
  ];
  return (changes[random(changes.length)]?.() ?? text).toWellFormed();
}

void test('the client signs the canonical form', async () => {
  const url = await signImageUrl({
    baseUrl: 'https://platen.example.org',
    urlKeyId,
    secret,
    templateId,
    scale: 2,
    file: 'Größe (1)+.JPEG',
    variables: { title: "It's a+b=c&d? ~!*()é🌍/:@" },
  });
  const { pathname, search } = new URL(url);
  const target = { path: pathname, query: search.slice(1) };
  assert.ok(url.endsWith(pathname + search));
  assert.deepEqual(canonicalTarget(target), target);
  assert.ok(isAccepted(target));
  await assert.rejects(
    signImageUrl({ baseUrl: '', urlKeyId, secret, templateId, file: 'card.gif' }),
    /\.png, \.jpg, \.jpeg, \.webp, \.avif, \.svg, \.pdf, \.zpl, but received "card\.gif"/,
  );
});

void test('a refused signature costs little, however long the URL is', () => {
  const value = '%27%28%7e%C3%A9%20%3a%5b%3D'.repeat(560);
  const target = { path: '/i/a/live/a.jpg', query: `v.a=${value}&k=${urlKeyId}&s=${'x'.repeat(43)}` };
  const parts = readSignedTarget(target);
  assert.ok(parts);
  const before = process.cpuUsage();
  for (let round = 0; round < 5; round += 1) assert.ok(!isSignedWith(key, parts));
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 5 < 50_000, `${(user + system) / 5} µs`);
});
