import { after, before } from 'node:test';
import sharp from 'sharp';
import { queryRows } from '../../../src/store/database.ts';
import { makeEncryptedPdf } from '../../../test/helpers/foreign-pdfs.ts';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, makePublished, upload } from '../authoring.ts';

/** A content that no workspace has. */
const newPicture = () =>
  sharp({ create: { width: 7, height: 3, channels: 3, background: '#0102fe' } })
    .png()
    .toBuffer();

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('uploadFile', {
  200: [{ act: async () => upload(studio, await makePublished(studio), 'images/red.png') }],
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
