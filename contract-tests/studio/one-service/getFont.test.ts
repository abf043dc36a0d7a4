import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makePublished } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

const getFont = async (query: Readonly<Record<string, string | number>>) =>
  await studio.call('getFont', { path: { templateId: await makePublished(studio) }, query });

testOperation('getFont', {
  200: [{ act: () => getFont({ family: 'Inter' }) }],
  404: [{ act: () => getFont({ family: 'Comic Sans' }), code: 'NOT_FOUND' }],
});

test('a family is a name, never a path or a key of an object', async () => {
  for (const family of ['../../../../package.json', '/etc/passwd', 'Inter_400Regular.ttf', '__proto__']) {
    assert.equal((await getFont({ family })).status, 404, family);
  }
});

test('the face is the one that a render takes', async () => {
  const require = createRequire(import.meta.url);
  const getFile = (variant: string) =>
    readFile(require.resolve(`@expo-google-fonts/inter/${variant}/Inter_${variant}.ttf`));
  const bold = await getFont({ family: 'inter', weight: 720 });
  assert.deepEqual(Buffer.from(bold.bytes), await getFile('800ExtraBold'));
  const italic = await getFont({ family: 'Inter', weight: 400, style: 'italic' });
  assert.equal(italic.status, 200);
});
