import { after, before } from 'node:test';
import { queryRows } from '../../../src/store/database.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, makePublished, upload } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('uploadFile', {
  200: [{ act: async () => upload(studio, await makePublished(studio), 'images/red.png') }],
  400: [
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
  ],
});
