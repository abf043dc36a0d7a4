import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { queryRows } from '../../../src/store/database.ts';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { redPng } from '../../../test/helpers/authoring.ts';
import { heic, tiffOfPages } from '../../../test/helpers/pictures.ts';

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
    {
      act: async () => {
        const create = { width: 7, height: 3, channels: 3 as const, background: '#0103fe' };
        const picture = await sharp({ create }).png().toBuffer();
        // The account of the case before has all its pictures.
        const as = await createUser(studio.db);
        return withFullStorage(studio.db, as, () => studio.call('uploadPicture', { as, body: picture }));
      },
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
});

test('answers the picture as a value, if the request asks for it and it is small enough', async () => {
  const read = async (body: Uint8Array, query = {}) =>
    // The owner has no room any more.
    (await studio.call('uploadPicture', { as: studio.stranger, body, query })).json as {
      readonly bytes: number;
      readonly dataUrl?: string;
    };
  assert.equal((await read(heic.rotated)).dataUrl, undefined);
  const { bytes, dataUrl = '' } = await read(heic.rotated, { dataUrl: true });
  const [head, content = ''] = dataUrl.split(',');
  assert.equal(head, 'data:image/jpeg;base64');
  assert.equal(Buffer.from(content, 'base64').byteLength, bytes);
  const noise = sharp(randomBytes(1_400 * 1_400 * 3), { raw: { width: 1_400, height: 1_400, channels: 3 } });
  const large = await read(await noise.png({ compressionLevel: 0 }).toBuffer(), { dataUrl: true });
  assert.ok(large.bytes > 5 * 1024 * 1024);
  assert.equal(large.dataUrl, undefined);
});
