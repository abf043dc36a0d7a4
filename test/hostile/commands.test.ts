/** Hostile templates on the command line: each is refused with a message and without a stack trace. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkTemplate } from '../../src/domain/templates/check/check-template.ts';
import { BUNDLED_FAMILIES } from '../../src/render/fonts/bundled-fonts.ts';
import { readTablesOfFile, buildSfnt } from '../../src/render/fonts/sfnt.ts';
import { runCommand } from '../helpers/cli.ts';
import { plainDocument } from '../helpers/http.ts';
import { makeZip } from '../helpers/zip.ts';
import { createHostileImages } from './images.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-hostile-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const box = { x: 0, y: 0, width: 40, height: 20 };

/** Generous limits: the machine may be busy. */
const limits = { maxImagePixels: 50_000_000, maxOutputPixels: 100_000_000, timeoutMs: 200_000 };

test('refuses hostile images of a template', { timeout: 600_000 }, async () => {
  const images = await createHostileImages();
  const files = new Map([...images.values()].map((bytes, index) => [`${index}.png`, bytes]));
  const elements = [...files.keys()].map((src, at) => ({ type: 'image', id: `i${at}`, ...box, src }));
  const { problems } = await checkTemplate({ ...plainDocument, elements }, files, limits);
  assert.ok(problems.length > images.size / 3, `${problems.length} of ${images.size} were refused`);
  for (const { detail } of problems) assert.doesNotMatch(detail, /takes too much time|\n/u);
});

test('refuses damaged fonts of a template', { timeout: 600_000 }, async () => {
  const [family] = BUNDLED_FAMILIES;
  const [face] = family?.faces ?? [];
  assert.ok(face !== undefined);
  const valid = Buffer.from(buildSfnt(readTablesOfFile(face.path)));
  const damaged = Array.from({ length: 24 }, (_, copy) => {
    const bytes = Buffer.from(valid);
    for (let times = 0; times < 40; times += 1) {
      bytes.writeUInt8((copy * 91 + times * 37) & 0xff, (copy * 7_919 + times * 104_729) % bytes.length);
    }
    return bytes;
  });
  const files = new Map<string, Uint8Array>(
    [
      Buffer.of(0),
      Buffer.from('wOFF'),
      Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(44, 0xff)]),
      Buffer.concat([Buffer.from('wOFF'), Buffer.alloc(4_000, 0xff)]),
      Buffer.concat([Buffer.from('OTTO'), Buffer.alloc(4_000, 0xff)]),
      Buffer.from('ttcf\0\x01\0\0\0\0\0\x01'),
      ...[0.01, 0.3, 0.9].map((share) => valid.subarray(0, valid.length * share)),
      ...damaged,
    ].map((bytes, index) => [`${index}.ttf`, bytes]),
  );
  const fonts = [...files.keys()].map((src, index) => ({ family: `F${index}`, src }));
  const { problems } = await checkTemplate({ ...plainDocument, fonts }, files, limits);
  assert.ok(problems.length >= 9, `${problems.length} were refused`);
  for (const { detail } of problems) assert.doesNotMatch(detail, /takes too much time|\n/u);
});

describe('refuses hostile documents and archives', () => {
  const document = JSON.stringify(plainDocument);
  const group = '{"type":"group","id":"g","x":0,"y":0,"width":1,"height":1,"elements":[';
  const documents: Record<string, string | Uint8Array> = {
    'an empty file': '',
    'cut in half': document.slice(0, 80),
    'not UTF-8': Buffer.from(document.replace('Plain', 'Caf\xe9'), 'latin1'),
    'half a surrogate pair': document.replace('Plain', '\\ud83d'),
    'a NUL': document.replace('Plain', '\\u0000'),
    'a hundred thousand brackets': '['.repeat(100_000),
    'a thousand groups': document
      .replace('"elements":[', `"elements":[${group.repeat(1_000)}`)
      .replace(/\]\}$/u, `${']}'.repeat(1_000)}]}`),
    'names of properties that every object has': document.replace(
      '"name"',
      '"__proto__":{"valid":true},"constructor":1,"name"',
    ),
    'a hundred thousand elements': document.replace('"elements":[', `"elements":[${'{},'.repeat(100_000)}`),
    'a pattern that backtracks': document.replace(
      '"required":false',
      '"required":false,"default":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!","validation":{"pattern":"(a+)+$"}',
    ),
    'numbers beyond all bounds': document.replace('"width":40', '"width":1e400'),
  };
  const archives: Record<string, Uint8Array> = {
    noise: Buffer.alloc(5_000, 7),
    'only an end record': Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
    'a path that leads out': makeZip([{ name: '../template.json', content: document }]),
    'an absolute path': makeZip([{ name: '/etc/template.json', content: document }]),
    'a link': makeZip([{ name: 'template.json', content: '/etc/passwd', mode: 0o120777 }]),
    'a wrong declared size': makeZip([
      { name: 'template.json', content: document + ' '.repeat(50_000_000), declaredBytes: 100 },
    ]),
    'the same name twice': makeZip([
      { name: 'template.json', content: document },
      { name: 'template.json', content: '{}' },
    ]),
    'twelve thousand entries': makeZip(
      Array.from({ length: 12_000 }, (_, at) => ({ name: `${at}.png`, content: '' })),
    ),
  };

  /** Checks that `template validate` refuses a template with a message and without a stack trace. */
  async function assertRefused(place: string, name: string): Promise<void> {
    const { code, stdout, stderr } = await runCommand(['template', 'validate', place], {});
    assert.equal(code, 1, `${name}: ${stdout}${stderr}`);
    assert.doesNotMatch(stdout + stderr, /\n\s+at |RangeError|TypeError|internal/u, name);
    assert.notEqual((stdout + stderr).trim(), '', name);
  }

  for (const [name, content] of Object.entries(documents)) {
    test(`template.json: ${name}`, async () => {
      const place = path.join(folder, name);
      await mkdir(place);
      await writeFile(path.join(place, 'template.json'), content);
      await assertRefused(place, name);
    });
  }
  for (const [name, bytes] of Object.entries(archives)) {
    test(`archive: ${name}`, async () => {
      const place = path.join(folder, `${name}.zip`);
      await writeFile(place, bytes);
      await assertRefused(place, name);
    });
  }
});
