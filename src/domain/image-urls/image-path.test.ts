import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readImagePath } from './image-path.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const read = (path: string) => readImagePath({ path, query: '' });

test('reads the live version and a number, percent-encoded or not', () => {
  const live = { templateId: id, version: 'live', file: 'a.png' };
  assert.deepEqual(read(`/i/${id}/live/a.png`), live);
  assert.deepEqual(read(`/i/${id.toUpperCase()}/live/a.png`), live);
  assert.deepEqual(read(`/i/%30${id.slice(1)}/l%69ve/a%2Epng`), live);
  assert.deepEqual(read(`/i/${id}/999999999/a.png`), { ...live, version: 999_999_999 });
});

for (const version of [
  'LIVE',
  'Live',
  'lIVE',
  'l%49VE',
  '0',
  '01',
  '-1',
  '+1',
  '1.0',
  '1e3',
  '0x1',
  '１',
  'NaN',
  'Infinity',
  'null',
  '1000000000',
  '99999999999999999999',
  '1%00',
  '%',
  '',
  ' 1',
]) {
  test(`the version ${JSON.stringify(version)} names nothing`, () => {
    assert.equal(read(`/i/${id}/${version}/a.png`), null);
  });
}

for (const templateId of [
  '',
  'x',
  id.slice(1),
  `{${id}}`,
  `urn:uuid:${id}`,
  id.replaceAll('-', ''),
  `${id}%00`,
]) {
  test(`the template ${JSON.stringify(templateId)} names nothing`, () => {
    assert.equal(read(`/i/${templateId}/live/a.png`), null);
  });
}
