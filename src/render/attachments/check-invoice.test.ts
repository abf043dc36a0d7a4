import assert from 'node:assert/strict';
import { test } from 'node:test';

import { invoiceXml } from '../../../test/helpers/invoice-xml.ts';
import { checkInvoice } from './check-invoice.ts';
import { FACTURX_PROFILES, FACTURX_RULES, type FacturxProfile } from './facturx.ts';

async function check(content: string | Uint8Array, profile: FacturxProfile = 'EN 16931') {
  const { fileName: name } = FACTURX_RULES[profile];
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const xml = { name, mediaType: 'text/xml', relationship: 'Data', content: bytes } as const;
  return await checkInvoice([{ ...xml, name: 'other.txt' }, xml], profile);
}

test('accepts an invoice of each profile by its schema', async () => {
  for (const profile of FACTURX_PROFILES)
    assert.equal(await check(invoiceXml(profile), profile), null, profile);
});

test('refuses an invoice of another profile, with the line of its guideline', async () => {
  for (const profile of FACTURX_PROFILES) {
    const other = profile === 'BASIC' ? 'EXTENDED' : 'BASIC';
    const wrong = await check(invoiceXml(other), profile);
    assert.match(wrong ?? '', /Line 5: the profile .* has the guideline "urn:/u, profile);
  }
});

test('names the line at which an invoice is not well-formed or not valid', async () => {
  const xml = invoiceXml('EN 16931');
  assert.match(
    (await check(xml.replace('</ram:ID>', '</ram:Id>'))) ?? '',
    /not well-formed XML\. Line 5: .*mismatch/u,
  );
  const missing = xml.replace(/<ram:TypeCode>380<\/ram:TypeCode>\n/u, '\n');
  assert.match((await check(missing)) ?? '', /not valid by the schema of the profile EN 16931\. Line 8: /u);
  const amount = xml.replace('<ram:ChargeAmount>100<', '<ram:ChargeAmount>a hundred<');
  assert.match((await check(amount)) ?? '', /Line 12: .*'a hundred' is not a valid value/u);
});

test('refuses a file that is not an invoice', async () => {
  const root = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
  for (const [content, reason] of [
    ['', /empty/u],
    ['no XML', /not well-formed/u],
    ['%PDF-1.7', /not well-formed/u],
    ['<CrossIndustryInvoice/>', /Line 1: its root is <CrossIndustryInvoice>/u],
    ['<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>', /its root is <Invoice>/u],
    [`<CrossIndustryInvoice xmlns="${root}"/>`, /it names none/u],
  ] as const)
    assert.match((await check(content)) ?? '', reason, content);
  const utf16 = Buffer.from(`\ufeff${invoiceXml('EN 16931').replace('UTF-8', 'UTF-16')}`, 'utf16le');
  assert.equal(await check(new Uint8Array(utf16)), null);
});

test('expands no entity and loads nothing', async () => {
  const levels = Array.from({ length: 12 }, (_each, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);
  const bomb = `<!DOCTYPE a [<!ENTITY e0 "ha">${levels.join('')}]><a>&e12;</a>`;
  const stolen = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
  const remote = '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>';
  const parameter = '<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]><a/>';
  for (const xml of [bomb, stolen, remote, parameter]) {
    const wrong = (await check(xml)) ?? '';
    assert.match(wrong, /document type|not well-formed/u, xml.slice(0, 60));
    assert.doesNotMatch(wrong, /root:/u);
  }
  const deep = '<a>'.repeat(100_000);
  assert.match((await check(deep)) ?? '', /not well-formed/u);
});

test('lists a few of many errors', async () => {
  const xml = invoiceXml('EN 16931');
  const line = /<ram:IncludedSupplyChainTradeLineItem>[^]*?<\/ram:IncludedSupplyChainTradeLineItem>/u;
  const many = xml.replace(line, (each) => each.replaceAll(/>(?:100|1)</gu, '>x<').repeat(50));
  const wrong = (await check(many)) ?? '';
  assert.match(wrong, / And \d+ more\.$/u);
  assert.ok(wrong.length < 1_500);
});
