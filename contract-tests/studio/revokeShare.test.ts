import { after, before, mock } from 'node:test';
import { addTemplate } from '../../test/helpers/http.ts';
import { addShare } from '../../test/helpers/shares.ts';
import { startStudio, type Studio } from '../../test/helpers/studio.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';

let studio: Studio;
let shareId: string;
let revoked: string;
before(async () => {
  studio = await startStudio();
  const { service, owner, db } = studio;
  const templateId = await addTemplate(db, owner);
  shareId = (await addShare(service, owner, templateId)).id;
  revoked = (await addShare(service, owner, templateId)).id;
});
after(() => studio.close());

const revoke = (id: string) => studio.call('revokeShare', { path: { shareId: id } });

testOperation('revokeShare', {
  502: [
    {
      act: async () => {
        const { storage } = studio.service.app;
        const failing = mock.method(storage, 'delete', () => Promise.reject(new Error('the disk is broken')));
        return await revoke(shareId).finally(() => failing.mock.restore());
      },
      code: 'SHARE_REVOKE_FAILED',
    },
  ],
  204: [{ act: () => revoke(revoked) }],
  404: [{ act: () => revoke(revoked), code: 'SHARE_NOT_FOUND' }],
});
