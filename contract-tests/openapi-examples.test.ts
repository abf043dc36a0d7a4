import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { Problem } from '../src/domain/problems/problem.ts';
import { readContract, readExampleFile, type Json } from '../scripts/prism/document.ts';
import { streamZip } from '../test/helpers/zip.ts';
import { publicContract } from '../test/helpers/contract-document.ts';
import { speakProblems } from './spoken-problems.ts';

const { operations } = await readContract();
const spokenProblems = await speakProblems();

/** Every example of a response body. */
const examples = Object.entries(operations).flatMap(([id, { call, responses }]) =>
  Object.entries(responses).flatMap(([status, { headers = {}, content = {} }]) =>
    Object.entries(content).flatMap(([mediaType, { examples: named = {} }]) =>
      Object.entries(named).map(([name, example]) => ({
        id,
        call,
        status: Number(status),
        headers,
        mediaType,
        name,
        where: `${id} → ${status}, ${name}`,
        file: example['externalValue'] as string | undefined,
        value: example['value'] as Json,
      })),
    ),
  ),
);
type Example = (typeof examples)[number];

/** The value of a response header in an example. */
function headerWith({ headers, name }: Example, header: string): string | undefined {
  const { example, examples: named } = headers[header] ?? {};
  return (example ?? named?.[name]?.value) as string | undefined;
}

describe('examples of responses', () => {
  const problems = examples.filter(({ status }) => status >= 400);

  test('every code of every problem has an example', () => {
    for (const id of Object.keys(operations)) {
      for (const [status, { codes }] of publicContract.documentedResponses(id)) {
        const shown = problems
          .filter((example) => example.id === id && example.status === status)
          .map(({ value }) => value['code']);
        assert.deepEqual([...new Set(shown)].toSorted(), codes.toSorted(), `${id} → ${status}`);
      }
    }
  });

  test('a problem has the request id of its header', () => {
    for (const example of problems) {
      assert.equal(example.value['requestId'], headerWith(example, 'X-Request-Id'), example.where);
    }
  });

  test('a problem has the text of the service', () => {
    const said = new Set(spokenProblems.map(({ detail }) => detail));
    const places = new Set(
      spokenProblems.flatMap(({ facts }) => facts.errors ?? []).map((one) => JSON.stringify(one)),
    );
    for (const { value, where } of problems) {
      const { detail, title, status, code, errors = [] } = value as unknown as Problem & Problem['facts'];
      assert.ok(said.has(detail), `${where}: ${detail}`);
      const spoken = spokenProblems.filter((one) => one.detail === detail);
      assert.ok(
        spoken.some((one) => one.code === code && one.status === status && one.title === title),
        `${where}: ${status} ${title}, ${code}`,
      );
      for (const error of errors)
        assert.ok(places.has(JSON.stringify(error)), `${where}: ${JSON.stringify(error)}`);
    }
  });

  test('a failed row has the text of a failed render', () => {
    const said = spokenProblems.flatMap(({ facts }) => (facts.errors ?? []).map(({ detail }) => detail));
    const shown = [...JSON.stringify(examples).matchAll(/"error":("(?:[^"\\]|\\.)*")/g)].map(
      ([, error = '']) => error,
    );
    assert.ok(shown.length > 3);
    for (const error of shown) assert.ok(said.includes(JSON.parse(error) as string), error);
  });

  test('a problem names a field that the request has', () => {
    let places = 0;
    // Places in a template are not those of the request.
    for (const { value, call, where } of problems.filter(
      ({ value: { code } }) => code !== 'TEMPLATE_INVALID',
    )) {
      for (const { pointer } of (value['errors'] ?? []) as { pointer: string }[]) {
        const [, part = '', name = ''] = pointer.split('/');
        if (part === 'path') assert.ok(name in call.parameters, `${where}: ${pointer}`);
        else if (part === 'query') {
          // One parameter of the contract stands for the values of all variables.
          const parameter = name.startsWith('v.') ? 'variables' : name;
          assert.ok(call.query.includes(parameter), `${where}: ${pointer}`);
        } else assert.notEqual(call.body, undefined, `${where}: ${pointer}`);
        places += 1;
      }
    }
    assert.ok(places > 15);
  });

  test('a refusal has the rate limit and the seconds of its headers', () => {
    let refusals = 0;
    // Image URLs do not show the state of the account's rate limit.
    const limited = problems.filter(
      ({ id, value }) => value['code'] === 'RATE_LIMIT_EXCEEDED' && id !== 'getImage',
    );
    for (const example of limited) {
      const detail = String(example.value['detail']);
      const [, name, perSecond, wait] =
        /: ([a-z-]+) accepts (\d+) a second.* Wait (\d+) s/.exec(detail) ?? [];
      assert.match(headerWith(example, 'RateLimit') ?? '', new RegExp(`^"${name}";r=0;`), example.where);
      const [, burst] =
        new RegExp(`^"${name}";q=(\\d+);`).exec(headerWith(example, 'RateLimit-Policy') ?? '') ?? [];
      assert.ok(Number(burst) >= Number(perSecond), example.where);
      assert.equal(String(headerWith(example, 'Retry-After')), wait, example.where);
      refusals += 1;
    }
    assert.equal(refusals, 28);
  });

  test('headers of named examples name existing examples', () => {
    for (const { id, status, headers } of examples) {
      const names = examples.filter((example) => example.id === id && example.status === status);
      const known = names.map(({ name }) => name);
      for (const [header, { examples: named }] of Object.entries(headers)) {
        // Shared responses have more examples than each operation.
        if (named === undefined) continue;
        assert.ok(
          Object.keys(named).some((name) => known.includes(name)),
          `${id} → ${status}: ${header}`,
        );
      }
    }
  });
});

describe('example files', () => {
  const files = examples.filter(({ file }) => file !== undefined);

  test('are exactly those of the document', async () => {
    const there = await readdir(path.join(import.meta.dirname, '../examples'), { withFileTypes: true });
    assert.deepEqual(
      there
        .filter((entry) => entry.isFile())
        .map(({ name }) => `examples/${name}`)
        .sort(),
      [...new Set(files.map(({ file }) => file)), 'examples/social-card.zip'].sort(),
    );
  });

  test('match their media type', async () => {
    for (const { file = '', mediaType, where } of files) {
      const bytes = await readExampleFile(file);
      if (mediaType === 'application/pdf') {
        const library = await PDFiumLibrary.init();
        const document = await library.loadDocument(bytes);
        assert.equal(document.getPageCount(), 1, where);
        document.destroy();
        library.destroy();
      } else if (mediaType === 'application/zip') {
        const entries = streamZip(bytes);
        assert.equal(entries.length, 2, where);
        for (const { content } of entries)
          assert.equal((await sharp(content).metadata()).format, 'jpeg', where);
      } else if (mediaType === 'application/zpl') {
        const text = Buffer.from(bytes).toString('latin1');
        assert.match(text, /^\^XA\n\^PW1200\n\^LL630\n[^^]*\^LH0,0\n\^FO0,0\^GFA,94500,94500,150,/, where);
        assert.ok(text.endsWith('^FS\n^XZ\n'), where);
      } else {
        const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
        assert.deepEqual([info.width, info.height], [1200, 630], where);
        assert.equal(data.length, 1200 * 630 * info.channels, where);
        const { format } = await sharp(bytes).metadata();
        const names: Readonly<Record<string, string>> = { heif: 'avif', svg: 'svg+xml' };
        assert.equal(names[format] ?? format, mediaType.replace('image/', ''), where);
      }
    }
  });

  test('have the names and sizes that the document says', async () => {
    const picture = await readExampleFile('examples/social-card.png');
    const archive = await readExampleFile('examples/social-cards.zip');
    const getValue = (id: string, name: string): Json =>
      examples.find((example) => example.id === id && example.name === name)?.value ?? assert.fail(name);
    assert.equal(getValue('generateImage', 'link')['fileSize'], picture.length);
    const items = getValue('listBatchItems', 'items')['data'] as { filename: string; size: number }[];
    assert.deepEqual(
      items.map(({ filename: name, size }) => ({ name, size })),
      streamZip(archive).map(({ name, content }) => ({ name, size: content.length })),
    );
    const result = (status: number): Example =>
      files.find(({ id, status: found }) => id === 'getBatchResult' && found === status) ?? assert.fail();
    assert.equal(headerWith(result(200), 'Content-Length'), archive.length);
    const [, last, all] = /-(\d+)\/(\d+)$/.exec(headerWith(result(206), 'Content-Range') ?? '') ?? [];
    assert.deepEqual([Number(last) + 1, Number(all)], [archive.length, archive.length]);
    const beyond = problems416();
    assert.equal(headerWith(beyond, 'Content-Range'), `bytes */${archive.length}`);
    assert.match(String(beyond.value['detail']), new RegExp(` ${archive.length} bytes`));
  });

  const problems416 = (): Example => examples.find(({ status }) => status === 416) ?? assert.fail();
});
