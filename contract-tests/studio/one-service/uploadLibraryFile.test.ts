import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import sharp from 'sharp';
import { namedFont } from '../../../test/helpers/named-font.ts';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { redPng } from '../../../test/helpers/authoring.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

const upload = (path: string, body: Uint8Array) =>
  studio.call('uploadLibraryFile', { query: { path }, body });

testOperation('uploadLibraryFile', {
  200: [
    { act: () => upload('images/red.png', redPng) },
    {
      act: async () => {
        const tiff = await sharp(redPng).tiff().toBuffer();
        const answer = await upload('images/scan.tiff', tiff);
        assert.match((answer.json as { path: string }).path, /^images\/scan\.(?:png|jpg)$/u);
        return answer;
      },
    },
    {
      act: async () => {
        const answer = await upload('own.ttf', namedFont('Own'));
        assert.equal((answer.json as { font: { family: string } }).font.family, 'Own');
        return answer;
      },
    },
  ],
  400: [
    { act: () => upload('../red.png', redPng), code: 'FILE_INVALID' },
    { act: () => upload('red.png', Buffer.from('<html>')), code: 'FILE_INVALID' },
    { act: () => upload('', redPng), code: 'VALIDATION_ERROR' },
  ],
  409: [
    {
      act: async () => {
        const picture = await sharp({ create: { width: 9, height: 5, channels: 3, background: '#0a0b0c' } })
          .png()
          .toBuffer();
        return withFullStorage(studio.db, studio.owner, () => upload('a.png', picture));
      },
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
});
