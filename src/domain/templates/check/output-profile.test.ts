/** `outputProfile` at import. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TemplateDocument } from '../../../../generated/template.ts';
import { CONDITION_NAMES } from '../../../common/colors/printing-conditions.ts';
import { readProfile } from '../../../render/inks/condition-profiles.ts';
import { checkTemplate } from './check-template.ts';
import { listNamedFiles } from './named-files.ts';

const page: TemplateDocument = {
  schemaVersion: 1,
  name: 't',
  viewport: { width: 10, height: 10 },
  elements: [],
};
const files = new Map<string, Uint8Array>([
  ['press.icc', readProfile('FOGRA47')],
  ['cut.icm', readProfile('FOGRA47').subarray(0, 9000)],
  ['photo.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10)],
]);

async function check(outputProfile: unknown) {
  const { problems } = await checkTemplate({ ...page, outputProfile }, files);
  return problems.map(({ pointer, detail }) => `${pointer}: ${detail}`);
}

test('names of conditions and good profiles of the folder are accepted', async () => {
  for (const name of [...CONDITION_NAMES, 'press.icc']) assert.deepEqual(await check(name), [], name);
  const named = listNamedFiles({ ...page, outputProfile: 'press.icc' }, [...files.keys()]);
  assert.deepEqual([...named], ['press.icc']);
});

test('names that are not available are refused with those that are, and with what to do', async () => {
  const known =
    'Available are FOGRA39, FOGRA47, GRACoL2013, SWOP2013, and files of the template (.icc, .icm).';
  assert.deepEqual(await check('FOGRA27'), [
    `/outputProfile: There is no printing condition "FOGRA27". ${known}`,
  ]);
  const [foreign] = await check('FOGRA51');
  const why =
    'The profile of FOGRA51 is not part of Platen: its licence lets only the European Color Initiative';
  const what =
    'pass it on. It is free there: upload "PSOcoated_v3.icc" to the template, and name that file here.';
  assert.equal(foreign, `/outputProfile: ${why} ${what} ${known}`);
  for (const name of ['FOGRA52', 'JapanColor2011'])
    assert.match((await check(name))[0] ?? '', new RegExp(`profile of ${name} is not part`, 'u'));
});

test('files that are no profile of a printing condition are refused with their name', async () => {
  assert.deepEqual(await check('cut.icm'), [
    '/outputProfile: The file "cut.icm" is damaged: its size or a part of it is not what it says.',
  ]);
  assert.deepEqual(await check('pres.icc'), [
    `/outputProfile: The template's folder has no file "pres.icc".`,
  ]);
  assert.match((await check('../press.icc'))[0] ?? '', /is not a path inside the template's folder/u);
  assert.match((await check('photo.png'))[0] ?? '', /There is no printing condition "photo\.png"/u);
  assert.match((await check(7))[0] ?? '', /^\/outputProfile: /u);
});
