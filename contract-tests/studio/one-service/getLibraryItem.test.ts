import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { addItem, styleDocument } from '../library.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('getLibraryItem', {
  200: [
    {
      act: async () => {
        const libraryItemId = await addItem(studio, {
          kind: 'TEXT_STYLE',
          name: 'Heading',
          document: styleDocument,
        });
        const answer = await studio.call('getLibraryItem', { as: studio.member, path: { libraryItemId } });
        assert.deepEqual((answer.json as { document: unknown }).document, styleDocument);
        return answer;
      },
    },
    {
      act: async () => {
        const answer = await studio.call('getLibraryItem', {
          path: { libraryItemId: await addItem(studio) },
        });
        assert.ok(!('document' in (answer.json as object)));
        return answer;
      },
    },
  ],
});
