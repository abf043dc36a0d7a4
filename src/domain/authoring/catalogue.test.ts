import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { listCatalogue } from './fonts.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-catalogue-'));
after(() => rm(folder, { recursive: true }));

test('the catalogue has the fonts of FONTS_DIR, after those of the service', async () => {
  const sample = path.join(import.meta.dirname, '../../../samples/event-ticket/space-grotesk-700.woff2');
  await cp(sample, path.join(folder, 'bold.woff2'));
  const own = await listCatalogue();
  const all = await listCatalogue(folder);
  assert.deepEqual(all.slice(0, own.length), own);
  const [added] = all.slice(own.length);
  assert.deepEqual(
    { ...added, bytes: 0 },
    { family: 'Space Grotesk', source: 'CATALOGUE', weights: [700], hasItalics: false, bytes: 0 },
  );
  assert.ok(own.some(({ family, weights }) => family === 'Noto Sans Bengali' && weights.length === 9));
});
