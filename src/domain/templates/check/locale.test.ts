import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TemplateDocument } from '../../../../generated/template.ts';
import { checkLocale } from './locale.ts';

const document: TemplateDocument = {
  schemaVersion: 1,
  name: 'Ticket',
  viewport: { width: 100, height: 100 },
  elements: [],
};

describe('time zones of documents', () => {
  it('are IANA names', () => {
    for (const timeZone of ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5'])
      assert.deepEqual(checkLocale({ ...document, timeZone }), checkLocale(document), timeZone);
  });

  it('are refused with their place', () => {
    const found = JSON.stringify(checkLocale({ ...document, timeZone: 'Europe/Berlln' }));
    assert.match(found, /"\/timeZone"/u);
    assert.match(found, /Europe\/Berlln.*is not an IANA time zone/u);
  });
});
