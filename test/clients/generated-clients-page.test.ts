import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const folder = path.resolve(import.meta.dirname, '../../docs/generated-clients');

test('the page shows the examples and settings as they are, and nothing else', async () => {
  const page = await readFile(`${folder}.md`, 'utf8');
  const shown = [...page.matchAll(/^```(?:yaml|python|go)\n(.*?)^```$/gms)].map(([, code]) => code);
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  assert.deepEqual(shown.sort(), texts.sort());
});
