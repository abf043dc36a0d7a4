/** `prepend` and `append` at import. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeBusyPdf, makeEncryptedPdf, makePdf } from '../../../../test/helpers/foreign-pdfs.ts';
import { checkTemplate } from './check-template.ts';
import { listNamedFiles } from './named-files.ts';

const page = { schemaVersion: 1, name: 't', viewport: { width: 10, height: 10 }, elements: [] } as const;
const whole = await makePdf(['Terms']);
const files = new Map<string, Uint8Array>([
  ['terms.pdf', whole],
  ['busy.pdf', await makeBusyPdf()],
  ['locked.pdf', await makeEncryptedPdf()],
  ['cut.pdf', whole.subarray(0, 500)],
  ['text.pdf', Buffer.from('a text')],
  ['photo.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10)],
]);

async function check(keys: object) {
  const { problems, warnings } = await checkTemplate({ ...page, ...keys }, files);
  const list = (found: typeof problems) => found.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  return { problems: list(problems), warnings: list(warnings) };
}

const noStandard =
  'PDFs of this template claim neither PDF/A nor PDF/UA: ' +
  'the pages of other files cannot be promised to conform.';

test('good PDFs are accepted; what they lose is a warning with their name', async () => {
  assert.deepEqual(await check({ prepend: ['./terms.pdf'], append: ['busy.pdf'] }), {
    problems: [],
    warnings: [
      `/prepend: ${noStandard}`,
      `/append: ${noStandard}`,
      '/append/0: The file "busy.pdf" has form fields, comments and other annotations, ' +
        'scripts and actions, attached files, bookmarks, and links that lead nowhere or run something, ' +
        'which are left out: pages keep what they show, and links.',
    ],
  });
  assert.deepEqual(await check({ prepend: [], append: [] }), { problems: [], warnings: [] });
});

test('PDFs that cannot be used are refused with their name', async () => {
  const { problems } = await check({ append: ['locked.pdf', 'cut.pdf', 'text.pdf'] });
  assert.deepEqual(problems, [
    '/append/0: The file "locked.pdf" is encrypted; save it without a password and without restrictions.',
    '/append/1: The file "cut.pdf" is cut off: it does not end as a PDF does. Copy or download it again.',
    '/append/2: The file "text.pdf" is no PDF by its content.',
  ]);
});

test('names that are no PDFs of the folder are refused, as are PDFs where pictures are needed', async () => {
  const { problems } = await check({
    prepend: ['photo.png', 'term.pdf', '../terms.pdf', 'terms.txt'],
    fonts: [{ family: 'Own', src: 'terms.pdf' }],
    elements: [{ type: 'image', id: 'a', x: 0, y: 0, width: 9, height: 9, src: 'terms.pdf' }],
  });
  assert.deepEqual(
    problems.map((each) => each.replace(/accepted are .*/u, '…')),
    [
      '/fonts/0/src: "terms.pdf" is a PDF, but a font is needed.',
      '/prepend/0: "photo.png" is no PDF by its name, but only PDFs have pages.',
      `/prepend/1: The template's folder has no file "term.pdf".`,
      `/prepend/2: "../terms.pdf" is not a path inside the template's folder: ` +
        'no leading slash, no "..", forward slashes only.',
      '/prepend/3: "terms.txt" is neither an image, a font, a PDF nor a colour profile by its name; …',
      '/elements/0/src: "terms.pdf" is a PDF, but an image is needed.',
    ],
  );
});

test('templates for print, and more than five files in one place, are refused with the key', async () => {
  const { problems } = await check({ viewportOutputIntent: 'print', append: ['terms.pdf'] });
  assert.deepEqual(problems, [
    '/append: A PDF for print is PDF/X-4, and pages of other files cannot be promised to conform: ' +
      'leave out "append", or choose the intent "screen".',
  ]);
  const many = await check({ prepend: Array<string>(6).fill('terms.pdf') });
  assert.match(many.problems.join(), /^\/prepend: .*5/u);
});

test('they are files that the document names', () => {
  const document = { ...page, elements: [], prepend: ['terms.pdf'], append: ['busy.pdf'] };
  assert.deepEqual([...listNamedFiles(document, [...files.keys()])], ['terms.pdf', 'busy.pdf']);
});
