import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachmentDisposition, safeName } from './attachment.ts';

test('a plain name stays as it is', () => {
  assert.equal(attachmentDisposition('Social card', 'png'), 'attachment; filename="Social card.png"');
});

test('a name beyond ASCII has an extended form and an ASCII stand-in', () => {
  assert.equal(
    attachmentDisposition("Grüße (d'été)", 'jpg'),
    `attachment; filename="Gr__e (d'_t_).jpg"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%28d%27%C3%A9t%C3%A9%29.jpg`,
  );
  assert.equal(
    attachmentDisposition('名片', 'pdf'),
    `attachment; filename="__.pdf"; filename*=UTF-8''%E5%90%8D%E7%89%87.pdf`,
  );
});

test('nothing in a name can leave the header, the folder or the file system', () => {
  assert.equal(
    attachmentDisposition('a"; x="\r\nEvil: 1', 'png'),
    'attachment; filename="a-; x=-Evil- 1.png"',
  );
  assert.equal(attachmentDisposition('../../etc/passwd', 'png'), 'attachment; filename="-..-etc-passwd.png"');
  assert.equal(
    attachmentDisposition('100% off\u202egnp', 'png'),
    `attachment; filename="100_ offgnp.png"; filename*=UTF-8''100%25%20offgnp.png`,
  );
  assert.equal(attachmentDisposition('CON', 'png'), 'attachment; filename="_CON.png"');
  assert.equal(attachmentDisposition('nul.tar', 'png'), 'attachment; filename="_nul.tar.png"');
});

test('a name of which nothing is left becomes "image"', () => {
  for (const name of ['', '...', ' \t ', '\u0000', '///', '\ud800']) {
    assert.equal(
      attachmentDisposition(name, 'webp'),
      'attachment; filename="image.webp"',
      JSON.stringify(name),
    );
  }
});

test('long names are cut between characters', () => {
  for (const [character, count] of [
    ['a', 100],
    ['\u0416', 100],
    // No file system holds more than 255 bytes.
    ['名', 80],
    ['😀', 60],
  ] as const) {
    assert.equal(safeName(character.repeat(300)), character.repeat(count));
  }
  const value = attachmentDisposition('😀'.repeat(300), 'png');
  assert.equal(decodeURIComponent(value.split("UTF-8''")[1] ?? ''), `${'😀'.repeat(60)}.png`);
});
