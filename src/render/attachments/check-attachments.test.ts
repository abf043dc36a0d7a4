import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readAttachments, type Attachment } from './attachment.ts';
import { checkAttachments, MAX_ATTACHED_BYTES, MAX_ATTACHMENTS } from './check-attachments.ts';
import { FACTURX_PROFILES, FACTURX_RULES, type FacturxProfile } from './facturx.ts';

const file = (given: Partial<Attachment> = {}): Attachment => ({
  name: 'data.csv',
  mediaType: 'text/csv',
  relationship: 'Data',
  content: new Uint8Array(3),
  ...given,
});

test('accepts names that every file system accepts', () => {
  const names = ['a', 'Größen.xml', 'חשבונית.pdf', 'فاتورة ٤.xml', '請求書.xml', '🧾.txt', 'a'.repeat(255)];
  assert.equal(
    checkAttachments(
      names.map((name) => file({ name })),
      undefined,
    ),
    null,
  );
  assert.equal(checkAttachments([file({ name: `${'ü'.repeat(125)}.xmlx` })], undefined), null);
  assert.equal(checkAttachments([], undefined), null);
});

test('refuses names that are paths, hide something or exist twice, with their place', () => {
  const bad = ['', '.', '..', 'a/b', 'a\\b', 'C:x', 'a\u0000', 'a\nb', 'a\u202egpj.exe', ' a', 'a.', '.a'];
  bad.push('con', 'NUL.txt', 'a\ud800', 'u\u0308', 'ü'.repeat(128), 'a?', 'a\u200b');
  for (const name of bad) {
    const fault = checkAttachments([file(), file({ name })], undefined);
    assert.equal(fault?.option, 'attachments/1/name', JSON.stringify(name));
  }
  const twice = checkAttachments([file({ name: 'Ä.csv' }), file(), file({ name: 'ä.csv' })], undefined);
  assert.equal(twice?.option, 'attachments/2/name');
  assert.match(twice?.detail ?? '', /Attachment 0/u);
});

test('refuses too many files, too many bytes, and media types with parameters', () => {
  const many = (count: number) => Array.from({ length: count }, (_each, n) => file({ name: `${n}.csv` }));
  assert.equal(checkAttachments(many(MAX_ATTACHMENTS), undefined), null);
  assert.equal(checkAttachments(many(MAX_ATTACHMENTS + 1), undefined)?.option, 'attachments');
  const large = file({ name: 'large', content: new Uint8Array(MAX_ATTACHED_BYTES) });
  assert.equal(checkAttachments([large, file({ content: new Uint8Array() })], undefined), null);
  assert.equal(checkAttachments([large, file()], undefined)?.option, 'attachments/1/content');
  for (const mediaType of ['', 'text', 'text/', 'text/xml; charset=utf-8', 'text/x#ml', 'te xt/xml', 'a/b/c'])
    assert.equal(checkAttachments([file({ mediaType })], undefined)?.option, 'attachments/0/mediaType');
});

test('wants the XML of an invoice under the name and with the relationship of its profile', () => {
  for (const profile of FACTURX_PROFILES) {
    const { fileName: name, relationships } = FACTURX_RULES[profile];
    const xml = (given: Partial<Attachment> = {}) => file({ name, mediaType: 'text/xml', ...given });
    for (const relationship of ['Data', 'Source', 'Alternative', 'Supplement', 'Unspecified'] as const) {
      const fault = checkAttachments([file(), xml({ relationship })], profile);
      const expected = relationships.includes(relationship) ? undefined : 'attachments/1/relationship';
      assert.equal(fault?.option, expected, `${profile} ${relationship}`);
    }
    assert.equal(
      checkAttachments([xml({ mediaType: 'text/plain' })], profile)?.option,
      'attachments/0/mediaType',
    );
    assert.equal(checkAttachments([xml({ name: name.toUpperCase() })], profile)?.option, 'facturx');
    assert.equal(checkAttachments([], profile)?.option, 'facturx');
  }
  const wrong: FacturxProfile = 'XRECHNUNG';
  assert.match(checkAttachments([file()], wrong)?.detail ?? '', /"xrechnung\.xml"/u);
});

test('reads Base64, and refuses what only some programs read', () => {
  const none = { names: [], values: {} };
  const read = (content: string) =>
    readAttachments([{ name: 'a', mediaType: 'a/b', relationship: 'Data', content }], none);
  for (const bytes of [[], [0], [255, 254], [1, 2, 3], [62, 63, 251, 255]]) {
    const result = read(Buffer.from(bytes).toString('base64'));
    assert.ok('attachments' in result);
    assert.deepEqual([...(result.attachments[0]?.content ?? [])], bytes);
  }
  for (const content of ['A', 'AA', 'AA=', 'AB==', 'AA==\n', ' AA==', '-_==', 'ä', 'AA==AA=='])
    assert.deepEqual('fault' in read(content) && read(content), {
      fault: {
        option: 'attachments/0/content',
        detail: (read(content) as { fault: { detail: string } }).fault.detail,
      },
    });
});
