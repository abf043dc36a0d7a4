import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { documentWith, redPng, startAuthoring, type AuthoringTest } from '../../../test/helpers/authoring.ts';
import { makeZip } from '../../../test/helpers/zip.ts';
import { blobKey } from '../../storage/storage.ts';
import { removeUnusedBlobs } from '../../store/blobs.ts';
import { queryRows } from '../../store/database.ts';
import { deleteTemplate as removeTemplate } from '../../store/templates.ts';
import { Problem } from '../problems/problem.ts';
import { getDraft } from './drafts.ts';
import { exportTemplate } from './export.ts';
import { heic, tiffOfPages } from '../../../test/helpers/pictures.ts';
import { getFile, listFiles, uploadFile } from './files.ts';
import { listFonts } from './fonts.ts';
import { createTemplate } from './create.ts';
import { getTemplate, updateTemplate } from './templates.ts';
import { getVersion } from './versions.ts';

describe('files of a template', () => {
  let authoring: AuthoringTest;
  before(async () => {
    authoring = await startAuthoring();
  });
  after(() => authoring.close());

  const put = (templateId: string, path: string, bytes: Uint8Array = redPng) =>
    uploadFile(authoring.parts, authoring.owner, templateId, { path, bytes });
  const refusal = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'accepted',
      (error: unknown) => (error instanceof Problem ? error.code : String(error)),
    );
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const svg = (content: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);

  test('the content decides, not the name', async () => {
    const templateId = await authoring.add();
    const font = readFileSync('samples/certificate/windsong-500.woff2');
    assert.equal((await put(templateId, 'red.jpg')).mediaType, 'image/png');
    assert.equal((await put(templateId, 'fonts/Windsong.woff2', font)).mediaType, 'font/woff2');
    assert.equal((await put(templateId, 'Grüße 1.svg', svg('<rect/>'))).mediaType, 'image/svg+xml');
    for (const [path, bytes] of [
      ['font.woff2', redPng],
      ['image.png', font],
      ['page.svg', Buffer.from('<html><script>alert(1)</script></html>')],
      ['script.svg', svg('<script>alert(1)</script>')],
      ['event.svg', svg('<rect onload="alert(1)"/>')],
      ['remote.svg', svg('<image href="https://example.org/a.png"/>')],
      ['half.png', redPng.subarray(0, 44)],
      ['empty.png', new Uint8Array()],
    ] as const)
      assert.equal(await refusal(put(templateId, path, bytes)), 'FILE_INVALID', path);
  });

  test('HEIC and TIFF are converted, under a path that no other file has', async () => {
    const templateId = await authoring.add();
    await put(templateId, 'images/IMG_1.jpg');
    const first = await put(templateId, 'images/IMG_1.HEIC', heic.rotated);
    assert.deepEqual([first.path, first.mediaType, first.notes], ['images/IMG_1-2.jpg', 'image/jpeg', []]);
    // The same picture again is the same file.
    assert.equal((await put(templateId, 'images/IMG_1.heic', heic.rotated)).path, 'images/IMG_1-2.jpg');
    assert.equal((await put(templateId, 'logo.heif', heic.transparent)).path, 'logo.png');
    const scan = await put(templateId, 'scan.tiff', await tiffOfPages(2));
    assert.deepEqual([scan.path, scan.notes], ['scan.jpg', ['It has 2 pages; the first one is taken.']]);
    // A wrong ending: the name stays, and the content is a JPEG.
    const renamed = await put(templateId, 'renamed.jpg', heic.rotated);
    assert.deepEqual(
      [renamed.path, renamed.mediaType, renamed.bytes],
      ['renamed.jpg', 'image/jpeg', first.bytes],
    );
    assert.equal((await put(templateId, 'red.heic')).path, 'red.png');
    const { open } = await getFile(authoring.parts, authoring.owner, templateId, { path: 'renamed.jpg' });
    assert.deepEqual([...(await buffer(await open())).subarray(0, 3)], [0xff, 0xd8, 0xff]);
  });

  test('a file that is no picture is refused with what it is', async () => {
    const templateId = await authoring.add();
    const reason = async (path: string, bytes: Uint8Array) =>
      await put(templateId, path, bytes).then(
        () => 'accepted',
        (error: unknown) => (error instanceof Problem ? error.detail : String(error)),
      );
    assert.match(await reason('a.png', Buffer.from('8BPS')), /^The file "a\.png" is a Photoshop file/u);
    assert.match(await reason('a.png', Buffer.alloc(0)), /^The file "a\.png" is empty/u);
    assert.match(
      await reason('a.heic', heic.rotated.subarray(0, 600)),
      /^The file "a\.heic" is damaged or cut off/u,
    );
    assert.match(
      await reason('a.png', redPng.subarray(0, 44)),
      /^The file "a\.png" is damaged or cut off: only 0 % of its rows can be read\. Copy/u,
    );
    assert.match(await reason('a.txt', redPng), /accepted are .*, heic and tiff\.$/u);
  });

  test('a path lies in the template', async () => {
    const templateId = await authoring.add();
    for (const path of [
      '/a.png',
      '../a.png',
      'a/../b.png',
      './a.png',
      'a//b.png',
      'a\\b.png',
      'C:a.png',
      'a.png/',
      '.a.png',
      '__MACOSX/a.png',
      'a.exe',
      'a',
      'template.json',
      '{{a}}.png',
      ' a.png',
      'a\u202egnp.png',
      'a\n.png',
    ])
      assert.equal(await refusal(put(templateId, path)), 'FILE_INVALID', JSON.stringify(path));
    for (const path of ['<script>.png', 'a\'"b.png', 'صورة.png', `${'x'.repeat(196)}.png`, 'a b/c d.png']) {
      await put(templateId, path);
      const { open } = await getFile(authoring.parts, authoring.owner, templateId, { path });
      assert.deepEqual(await buffer(await open()), redPng, path);
    }
  });

  test('a file is at most 20 MiB', async () => {
    const templateId = await authoring.add();
    const code = await refusal(put(templateId, 'a.png', new Uint8Array(20 * 1024 * 1024 + 1)));
    assert.equal(code, 'PAYLOAD_TOO_LARGE');
  });

  test('many uploads at once all arrive', async () => {
    const templateId = await authoring.add();
    // Known contents need no process.
    await put(templateId, 'first.png');
    await Promise.all(Array.from({ length: 20 }, (_, index) => put(templateId, `${index}.png`)));
    assert.equal((await listFiles(authoring.parts, authoring.owner, templateId)).length, 21);
  });

  test('a version of a template with an image variable keeps all its pictures', async () => {
    const templateId = await authoring.add();
    const font = readFileSync('samples/certificate/windsong-500.woff2');
    for (const path of ['p1.png', 'images/p2.png']) await put(templateId, path);
    await put(templateId, 'unused.woff2', font);
    const published = async (type: string) => {
      await authoring.save(templateId, { ...documentWith('p1.png'), variables: [{ name: 'photo', type }] });
      const version = await authoring.publish(templateId);
      const { files } = await getVersion(authoring.parts, authoring.owner, templateId, version);
      return files.map(({ path }) => path).sort();
    };
    assert.deepEqual(await published('image'), ['images/p2.png', 'p1.png']);
    const { parts, owner } = authoring;
    const used = (await listFiles(parts, owner, templateId)).filter(({ isUsed }) => isUsed);
    assert.deepEqual(used.map(({ path }) => path).sort(), ['images/p2.png', 'p1.png']);
    assert.deepEqual(await published('text'), ['p1.png']);
  });

  test('a process that is killed between the file and its record leaves nothing for ever', async () => {
    const { db, storage } = authoring.parts;
    const templateId = await authoring.add();
    await put(templateId, 'kept.png');
    const bytes = svg('<circle r="1"/>');
    const hash = sha256(bytes);
    await db.raw(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
       create trigger refuse before insert on template_draft_files for each row execute function refuse()`,
    );
    await assert.rejects(put(templateId, 'lost.svg', bytes), /killed/);
    await db.raw('drop function refuse() cascade');
    assert.notEqual(await storage.sizeBytes(blobKey(hash)), null, 'the file was stored before');

    const sweep = () =>
      removeUnusedBlobs(db, { graceMs: 60_000, limit: 1_000 }, (each) => storage.delete(blobKey(each)));
    await sweep();
    assert.notEqual(await storage.sizeBytes(blobKey(hash)), null, 'it is too new');
    await queryRows(db, `update blobs set touched_at = now() - interval '1 hour'`, {});
    await sweep();
    assert.equal(await storage.sizeBytes(blobKey(hash)), null);
    assert.notEqual(await storage.sizeBytes(blobKey(sha256(redPng))), null, 'a draft has it');
    await put(templateId, 'lost.svg', bytes);
    assert.notEqual(await storage.sizeBytes(blobKey(hash)), null);
  });

  test('a lost file is a problem of the draft, and uploading it again repairs it', async () => {
    const { parts, owner, add, save } = authoring;
    const templateId = await add();
    const bytes = svg('<ellipse rx="2" ry="1"/>');
    await put(templateId, 'lost.svg', bytes);
    await parts.storage.delete(blobKey(sha256(bytes)));
    const forgetful = { ...parts, fileLimits: { ...parts.fileLimits, verdicts: new Map() } };
    await save(templateId, documentWith('lost.svg'));
    const { findings } = await getDraft(forgetful, owner, templateId);
    assert.match(findings.problems[0]?.detail ?? '', /damaged in storage; upload it again/);
    await put(templateId, 'lost.svg', bytes);
    assert.deepEqual((await getDraft(forgetful, owner, templateId)).findings.problems, []);
  });

  test('files of a deleted template are removed with its rows', async () => {
    const { db } = authoring.parts;
    const templateId = await authoring.add();
    await put(templateId, 'a.png');
    assert.equal(await removeTemplate(db, templateId), true);
    for (const table of ['template_drafts', 'template_draft_files'])
      assert.deepEqual(
        await queryRows(db, `select from ${table} where template_id = :templateId`, { templateId }),
        [],
      );
  });

  test('an exported template is the same after an import, also by the command line', async () => {
    const { parts, owner, add, save, publish } = authoring;
    const templateId = await add();
    await put(templateId, 'images/red.png');
    await save(templateId, { ...documentWith('images/red.png'), name: 'السعر <b>"x"</b>' });
    const asDraft = await exportTemplate(parts, owner, templateId);
    await publish(templateId);
    const { zip, name } = await exportTemplate(parts, owner, templateId);
    assert.equal(name, 'السعر <b>"x"</b>');
    assert.equal(asDraft.name, 'Card', 'the name of the draft is not published');
    const { projectId } = owner;
    const made = await createTemplate(parts, owner, { projectId, name: undefined }, { zip });
    assert.deepEqual([made.name, made.draft?.problemCount], ['السعر <b>"x"</b> 2', 0]);
    const files = await listFiles(parts, owner, made.id);
    assert.deepEqual(
      files.map(({ path, isUsed }) => [path, isUsed]),
      [['images/red.png', true]],
    );
    const renamed = await createTemplate(parts, owner, { projectId, name: 'Offer' }, { zip });
    const { copy } = await getDraft(parts, owner, renamed.id);
    assert.deepEqual([renamed.name, copy.document['name']], ['Offer', 'Offer']);
  });

  test('a broken import is kept as a draft with its problems', async () => {
    const { parts, owner } = authoring;
    const { projectId } = owner;
    const getZip = (content: string, others: { name: string; content: string | Uint8Array }[] = []) =>
      makeZip([{ name: 'template.json', content }, ...others]);
    const create = (zip: Uint8Array) => createTemplate(parts, owner, { projectId, name: undefined }, { zip });
    const broken = JSON.stringify({ ...documentWith('bad.png'), name: '' });
    const made = await create(getZip(broken, [{ name: 'bad.png', content: 'no image' }]));
    assert.equal(made.name, 'Untitled');
    assert.equal(made.draft?.problemCount, 2);
    for (const zip of [getZip('{'), getZip('"text"'), getZip('[]'), Buffer.from('PK'), makeZip([])])
      assert.equal(await refusal(create(zip)), 'VALIDATION_ERROR');
  });

  test('the fonts of the catalogue and of the files', async () => {
    const { parts, owner, add, save } = authoring;
    const templateId = await add();
    await put(templateId, 'a.woff2', readFileSync('samples/product-label/fraunces-400-italic.woff2'));
    await put(templateId, 'b.woff2', readFileSync('samples/product-label/fraunces-600.woff2'));
    const own = async () =>
      (await listFonts(parts, owner, templateId))
        .filter(({ source }) => source === 'TEMPLATE')
        .map(({ family, weights, hasItalics, bytes }) => [family, weights, hasItalics, bytes]);
    const found = await own();
    assert.equal(found.length, 1, JSON.stringify(found));
    assert.match(String(found[0]?.[0]), /^Fraunces/);
    const { size: bytes } = statSync('samples/product-label/fraunces-400-italic.woff2');
    assert.deepEqual(found[0]?.slice(1), [[400, 600], true, bytes]);
    const catalogue = (await listFonts(parts, owner, templateId)).filter(
      ({ source }) => source === 'CATALOGUE',
    );
    assert.deepEqual(
      catalogue.find(({ family }) => family === 'Inter'),
      {
        family: 'Inter',
        source: 'CATALOGUE',
        weights: [100, 200, 300, 400, 500, 600, 700, 800, 900],
        hasItalics: true,
        bytes: statSync('node_modules/@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf').size,
      },
    );
    await save(templateId, { fonts: [{ family: 'Brand', weight: 700, src: 'b.woff2' }] });
    const { size: bold } = statSync('samples/product-label/fraunces-600.woff2');
    assert.deepEqual((await own()).at(-1), ['Brand', [700], false, bold]);
  });

  test('what a member does in a shared template, the owner sees; a stranger sees nothing', async () => {
    const { parts, owner, member, stranger, add } = authoring;
    const templateId = await add();
    const upload = { path: 'a.png', bytes: redPng };
    assert.equal(await refusal(uploadFile(parts, member, templateId, upload)), 'TEMPLATE_NOT_FOUND');
    await updateTemplate(parts, owner, templateId, { visibility: 'SHARED' });
    await uploadFile(parts, member, templateId, upload);
    assert.equal((await listFiles(parts, owner, templateId)).length, 1);
    for (const attempt of [
      () => uploadFile(parts, stranger, templateId, upload),
      () => listFiles(parts, stranger, templateId),
      () => getFile(parts, stranger, templateId, { path: 'a.png' }),
      () => getTemplate(parts, stranger, templateId),
    ])
      assert.equal(await refusal(attempt()), 'TEMPLATE_NOT_FOUND');
  });
});
