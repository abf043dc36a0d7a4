import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import sharp from 'sharp';
import { buildSfnt, readAllTables } from '../../../src/render/fonts/sfnt.ts';
import { queryRows } from '../../../src/store/database.ts';
import { makeEncryptedPdf } from '../../../test/helpers/foreign-pdfs.ts';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { namedFont } from '../../../test/helpers/named-font.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, makePublished, upload } from '../authoring.ts';

/** A content that no workspace has. */
const newPicture = () =>
  sharp({ create: { width: 7, height: 3, channels: 3, background: '#0102fe' } })
    .png()
    .toBuffer();

/** A font whose licence does not allow that documents contain it (OpenType, fsType). */
function makeRestricted(): Buffer {
  const font = namedFont('Own');
  const tables = new Map(readAllTables(font));
  const os2 = Buffer.from(tables.get('OS/2')!);
  os2.writeUInt16BE(2, 8);
  return Buffer.from(buildSfnt(tables.set('OS/2', os2)));
}

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('uploadFile', {
  200: [
    { act: async () => upload(studio, await makePublished(studio), 'images/red.png') },
    {
      act: async () => {
        const answer = await upload(studio, await makeDraft(studio), 'fonts/a.ttf', makeRestricted());
        const { font } = answer.json as { readonly font: unknown };
        const wanted = { family: 'Own', weights: [400, 400], isItalic: false, embedding: 'RESTRICTED' };
        assert.deepEqual(font, wanted);
        return answer;
      },
    },
  ],
  400: [
    {
      act: async () => upload(studio, await makeDraft(studio), 'a.pdf', await makeEncryptedPdf()),
      code: 'FILE_INVALID',
    },
    { act: async () => upload(studio, await makeDraft(studio), '../red.png'), code: 'FILE_INVALID' },
    { act: async () => upload(studio, await makeDraft(studio), 'red.exe'), code: 'FILE_INVALID' },
    { act: async () => upload(studio, await makeDraft(studio), 'font.ttf'), code: 'FILE_INVALID' },
    {
      act: async () => upload(studio, await makeDraft(studio), 'red.png', Buffer.from('<html>')),
      code: 'FILE_INVALID',
    },
    {
      act: async () =>
        upload(studio, await makeDraft(studio), 'red.svg', Buffer.from('<svg><script/></svg>')),
      code: 'FILE_INVALID',
    },
    { act: async () => upload(studio, await makeDraft(studio), ''), code: 'VALIDATION_ERROR' },
  ],
  409: [
    {
      act: async () => {
        const templateId = await makeDraft(studio);
        await upload(studio, templateId, 'red.png');
        await queryRows(
          studio.db,
          `insert into template_draft_files (template_id, path, hash, media_type)
           select template_id, n || '.png', hash, media_type
           from template_draft_files, generate_series(2, 1000) n where template_id = :templateId`,
          { templateId },
        );
        return upload(studio, templateId, 'one-more.png');
      },
      code: 'FILE_LIMIT_REACHED',
    },
    {
      act: async () => {
        const templateId = await makeDraft(studio);
        const picture = await newPicture();
        return withFullStorage(studio.db, studio.owner, () => upload(studio, templateId, 'a.png', picture));
      },
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
});
