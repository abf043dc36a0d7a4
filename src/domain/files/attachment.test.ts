import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachmentDisposition } from './attachment.ts';
import { safeName } from '../../common/names/file-names.ts';

test('keeps a plain ASCII name', () => {
  assert.equal(attachmentDisposition('Social card', 'png'), 'attachment; filename="Social card.png"');
});

test('adds the extended form for a name that is not ASCII', () => {
  assert.equal(
    attachmentDisposition("Grüße (d'été)", 'jpg'),
    `attachment; filename="Gr__e (d'_t_).jpg"; ` +
      "filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%28d%27%C3%A9t%C3%A9%29.jpg",
  );
  assert.equal(
    attachmentDisposition('名片', 'pdf'),
    `attachment; filename="__.pdf"; filename*=UTF-8''%E5%90%8D%E7%89%87.pdf`,
  );
});

test('replaces characters that could break out of the header or the folder', () => {
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

test('uses "image" if nothing of the name is usable', () => {
  for (const name of ['', '...', ' \t ', '\u0000', '///', '\ud800']) {
    assert.equal(
      attachmentDisposition(name, 'webp'),
      'attachment; filename="image.webp"',
      JSON.stringify(name),
    );
  }
});

test('cuts long names between characters', () => {
  for (const [character, count] of [
    ['a', 100],
    ['\u0416', 100],
    // File systems accept at most 255 bytes.
    ['名', 80],
    ['😀', 60],
  ] as const) {
    assert.equal(safeName(character.repeat(300)), character.repeat(count));
  }
  const value = attachmentDisposition('😀'.repeat(300), 'png');
  assert.equal(decodeURIComponent(value.split("UTF-8''")[1] ?? ''), `${'😀'.repeat(60)}.png`);
});
