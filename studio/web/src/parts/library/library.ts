/** Requests to the library of the workspace. */
import { api, data, read, type ReadQuery, type Schema } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';

export type LibraryItem = Schema<'LibraryItem'>;
export type LibraryKind = Schema<'LibraryKind'>;

/** The kinds, in the order in which they are shown. */
export const libraryKinds: readonly LibraryKind[] = [
  'COLOR',
  'FONT',
  'LOGO',
  'PICTURE',
  'TEXT_STYLE',
  'BLOCK',
];

/** What a list of items asks for. */
interface LibrarySearch {
  readonly kinds?: readonly LibraryKind[];
  readonly search?: string;
  readonly page?: number;
  readonly size?: number;
}

/** The query of a page of items. */
export function libraryQuery({
  kinds = [],
  search = '',
  page = 0,
  size = 100,
}: LibrarySearch): ReadQuery<Schema<'LibraryPage'>> {
  const query = {
    page,
    size,
    ...(kinds.length === 0 ? {} : { kind: [...kinds] }),
    ...(search === '' ? {} : { search }),
  };
  return read('/library', { params: { query } });
}

/**
 * Adds an item.
 *
 * @throws ApiError
 */
export async function addItem(body: Schema<'NewLibraryItem'>): Promise<LibraryItem> {
  const item = await data(api.POST('/library', { body }));
  await invalidate('/library', '/activity');
  return item;
}

/**
 * Changes an item.
 *
 * @throws ApiError
 */
export async function changeItem(id: string, body: Schema<'LibraryItemChange'>): Promise<void> {
  await api.PATCH('/library/{libraryItemId}', { params: { path: { libraryItemId: id } }, body });
  await invalidate('/library', '/library/{libraryItemId}', '/activity');
}

/**
 * Uploads a file for an item.
 *
 * @throws ApiError
 */
export async function uploadToLibrary(file: File): Promise<Schema<'UploadedLibraryFile'>> {
  return await data(
    api.POST('/library-files', {
      params: { query: { path: file.name.slice(0, 200) } },
      // The body is the file itself.
      body: file as never,
      bodySerializer: (body: unknown) => body as Blob,
      headers: { 'Content-Type': 'application/octet-stream' },
    }),
  );
}

/**
 * A file of an item.
 *
 * @throws ApiError if it is gone
 */
export async function readLibraryFile(libraryItemId: string, path: string): Promise<Blob> {
  const params = { path: { libraryItemId }, query: { path } };
  const { data: file } = await api.GET('/library/{libraryItemId}/file', { params, parseAs: 'blob' });
  return file as unknown as Blob;
}

/** The address of a file of an item, for pictures and downloads. */
export function libraryFileAddress(itemId: string, path: string): string {
  return `/studio/api/v1/library/${itemId}/file?path=${encodeURIComponent(path)}`;
}
