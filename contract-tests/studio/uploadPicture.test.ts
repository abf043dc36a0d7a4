import { randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { startStudio, type Studio } from '../../test/helpers/studio.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { redPng } from '../../test/helpers/authoring.ts';
import { heic, tiffOfPages } from '../../test/helpers/pictures.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

const upload = (body: Uint8Array) => studio.call('uploadPicture', { body });

testOperation('uploadPicture', {
  200: [
    { act: () => upload(redPng) },
    { act: () => upload(heic.rotated) },
    { act: async () => upload(await tiffOfPages(2)) },
  ],
  400: [
    { act: () => upload(Buffer.from('<html>')), code: 'FILE_INVALID' },
    { act: () => upload(Buffer.from('<svg><script/></svg>')), code: 'FILE_INVALID' },
    { act: () => upload(redPng.subarray(0, 40)), code: 'FILE_INVALID' },
  ],
  409: [
    {
      act: async () => {
        const { accountId } = studio.owner;
        await queryRows(
          studio.db,
          `insert into uploaded_pictures (account_id, hash, bytes)
           values (:accountId, decode(:hash, 'hex'), 2147483648)`,
          { accountId, hash: randomBytes(32).toString('hex') },
        );
        return await upload(redPng);
      },
      code: 'FILE_LIMIT_REACHED',
    },
  ],
});
