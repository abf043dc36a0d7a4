import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import type { TemplateDocument } from '../../generated/template.ts';
import { runCommand } from '../helpers/cli.ts';

const work = await mkdtemp(path.join(tmpdir(), 'platen-sizes-'));
after(() => rm(work, { recursive: true }));
const folder = path.join(work, 'voucher');
await cp(path.join(import.meta.dirname, '..', '..', 'gallery', 'voucher-coupon'), folder, {
  recursive: true,
});

const run = (args: readonly string[]) => runCommand(['template', ...args], {});

const readDocument = async () =>
  JSON.parse(await readFile(path.join(folder, 'template.json'), 'utf8')) as TemplateDocument;

test('sizes are proposed, added to the document, and rendered', async () => {
  const before = await readDocument();
  const shown = await run(['propose-size', folder, '--size', 'story=1080x1920']);
  assert.equal(shown.code, 0, shown.stderr);
  assert.deepEqual(await readDocument(), before);
  const given = ['--size', 'story=1080x1920', '--size', 'card=85x55mm', '--write'];
  for (let round = 0; round < 2; round += 1) {
    const written = await run(['propose-size', folder, ...given]);
    assert.equal(written.code, 0, written.stderr);
  }
  const { sizes = [], ...base } = await readDocument();
  assert.deepEqual(base, before);
  assert.deepEqual(
    sizes.map(({ id, viewport, viewportUnit }) => [id, viewport, viewportUnit]),
    [
      ['story', { width: 1080, height: 1920 }, undefined],
      ['card', { width: 85, height: 55 }, 'mm'],
    ],
  );
  const out = path.join(work, 'story.png');
  const rendered = await run(['render', folder, '--size', 'story', '--out', out]);
  assert.equal(rendered.code, 0, rendered.stderr);
  const { width, height } = await sharp(out).metadata();
  assert.deepEqual([width, height], [1080, 1920]);
});

test('measures that are none, and ids that are taken, are refused', async () => {
  const malformed = await run(['propose-size', folder, '--size', 'story=1080']);
  assert.notEqual(malformed.code, 0);
  assert.match(malformed.stderr, /such as story=1080x1920/u);
  const taken = await run(['propose-size', folder, '--size', 'all=100x100']);
  assert.notEqual(taken.code, 0);
  assert.match(taken.stderr, /\/sizes\//u);
});
