import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sniffImageType } from './sniff.ts';

const sniff = (text: string) => sniffImageType(Buffer.from(text, 'latin1'));

test('an SVG may start with a byte order mark, a declaration, comments and a doctype', () => {
  for (const text of [
    '<svg>',
    '\xef\xbb\xbf<SVG xmlns="x">',
    ' <?xml version="1.0"?>\n<!-- a > b --><!----> <!DOCTYPE svg [ <!ENTITY a "]"> ] >\n<svg\n',
    '<!DOCTYPE svg PUBLIC "a" "b" ><svg >',
  ]) {
    assert.equal(sniff(text), 'svg', text);
  }
  for (const text of [
    '',
    '<',
    '<svgx',
    'x<svg>',
    '<!-- <svg> ',
    '<!DOCTYPE svg [ <svg>',
    '<?xml <svg>',
    '<p><svg>',
  ]) {
    assert.equal(sniff(text), null, text);
  }
});

test('an SVG may be UTF-16, have a prefix, and a licence before its root', () => {
  const svg = `<?xml version="1.0" encoding="UTF-16"?><svg xmlns="x">`;
  const utf16 = Buffer.from(svg, 'utf16le');
  for (const bytes of [
    utf16,
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    Buffer.from(utf16).swap16(),
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
    Buffer.from(`<!--${' licence'.repeat(7000)}--><svg:svg xmlns:svg="x">`),
  ])
    assert.equal(sniffImageType(bytes), 'svg');
  assert.equal(sniffImageType(Buffer.from('<p>', 'utf16le')), null);
});

test('many comments before the root element take linear time', () => {
  for (const part of [
    '<!---->',
    '<!--a-->',
    '<?xml?>',
    '<!DOCTYPE a>',
    '<!DOCTYPE a[]>',
    '<!DOCTYPE a[] ',
    ' ',
    '<!--',
  ]) {
    assert.equal(sniff(part.repeat(4_000 / part.length)), null, part);
  }
});
