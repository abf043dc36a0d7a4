import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import { decodeText, UnknownEncoding } from './decode-text.ts';
import { UnreadableRows } from './table.ts';

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('decodeText', () => {
  test('decodes UTF-8, and UTF-16 with a byte order mark, and removes the mark', () => {
    assert.equal(decodeText(Buffer.from('naïve, 日本'), null), 'naïve, 日本');
    assert.equal(decodeText(Buffer.from('\ufeffnaïve'), null), 'naïve');
    assert.equal(decodeText(Buffer.from('\ufeffnaïve', 'utf16le'), null), 'naïve');
    assert.equal(decodeText(utf16be('\ufeffnaïve'), null), 'naïve');
  });

  test('decodes other encodings if they are named', () => {
    assert.equal(decodeText(Buffer.from([0x4d, 0xfc, 0x80]), 'windows-1252'), 'Mü€');
    assert.equal(decodeText(Buffer.from('naïve', 'utf16le'), 'utf-16le'), 'naïve');
  });

  test('refuses text that is not UTF-8, with its line and a guess', () => {
    const refuses = (bytes: Buffer, encoding: string | null, message: RegExp): void =>
      assert.throws(
        () => decodeText(bytes, encoding),
        (error) => error instanceof UnreadableRows && message.test(error.message),
      );
    const western = Buffer.from('name\r\nMüller\r\nJosé\r\n', 'latin1');
    refuses(western, null, /^Line 2 is not UTF-8 text\.$/);
    refuses(western, 'utf-8', /^It is not text in utf-8\.$/);
    refuses(Buffer.from('name', 'utf16le'), null, /it has zero bytes/);
    refuses(Buffer.from('fffe00', 'hex'), null, /^It is marked as utf-16le, but is not\.$/);
  });

  test('guesses the encoding of other text, and shows a line in it', () => {
    const guesses = (bytes: Buffer, guess: string, sample: string): void =>
      assert.throws(
        () => decodeText(bytes, null),
        (error) => error instanceof UnknownEncoding && error.guess === guess && error.sample === sample,
        guess,
      );
    guesses(Buffer.from('name\r\nMüller\r\n', 'latin1'), 'windows-1252', 'Müller');
    guesses(Buffer.from('név;ár\n', 'utf16le'), 'utf-16le', 'név;ár');
    guesses(utf16be('name\n'), 'utf-16be', 'name');
  });

  test('names what a file is that is no text', () => {
    for (const [start, name] of [
      ['504b030414', /^It is not text: it is a workbook \(\.xlsx\) or another \.zip file\.$/],
      ['d0cf11e0a1b11ae1', /an old workbook/],
      ['255044462d312e37', /a PDF file/],
      ['89504e470d0a1a0a', /a picture/],
    ] as const) {
      assert.throws(
        () => decodeText(Buffer.from(start, 'hex'), null),
        (error) => error instanceof UnreadableRows && name.test(error.message),
        start,
      );
    }
  });
});
