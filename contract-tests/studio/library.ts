/** Items of the library for tests of the app's operations. */
import assert from 'node:assert/strict';
import type { Studio, StudioCall } from '../../test/helpers/studio.ts';
import { redPng } from '../../test/helpers/authoring.ts';

/** A file that an item names. */
interface NamedFile {
  readonly path: string;
  readonly id: string;
}

/** Uploads a file for an item. */
export async function uploadToLibrary(
  studio: Studio,
  path = 'images/red.png',
  { body = redPng, ...call }: Pick<StudioCall, 'as' | 'body'> = {},
): Promise<NamedFile> {
  const answer = await studio.call('uploadLibraryFile', { ...call, query: { path }, body });
  assert.equal(answer.status, 200);
  const { path: stored, id } = answer.json as NamedFile;
  return { path: stored, id };
}

/** Adds an item to the library and returns its id. */
export async function addItem(
  studio: Studio,
  json: object = { kind: 'COLOR', name: 'Brand blue', color: '#1d4ed8' },
  as = studio.owner,
): Promise<string> {
  const answer = await studio.call('createLibraryItem', { as, json });
  assert.equal(answer.status, 201, JSON.stringify(answer.json));
  return (answer.json as { id: string }).id;
}

const page = { schemaVersion: 1, name: 'Style', viewport: { width: 200, height: 50 } };
const text = { type: 'text', id: 'text', x: 0, y: 0, width: 200, height: 50, text: 'Heading', fontSize: 32 };

/** The document of a text style. */
export const styleDocument = { ...page, elements: [text] };

/** The document of a block with a picture. */
export const blockDocument = {
  ...page,
  name: 'Block',
  elements: [
    text,
    { type: 'image', id: 'picture', x: 0, y: 0, width: 50, height: 50, src: 'images/red.png' },
  ],
};
