import { api, data, type Schema } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';

/**
 * Uploads a file of a template, over the one that has this path.
 *
 * @returns it; a picture that was converted has another path
 * @throws ApiError
 */
export async function uploadFile(
  templateId: string,
  path: string,
  file: Blob,
): Promise<Schema<'UploadedFile'>> {
  const answer = api.PUT('/templates/{templateId}/file', {
    params: { path: { templateId }, query: { path } },
    // The body is the file itself.
    body: file as never,
    bodySerializer: (body: unknown) => body as Blob,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  return await data(answer);
}

/** Reads everything again that shows a template's files. */
export async function invalidateFiles(): Promise<void> {
  await invalidate(
    '/templates/{templateId}/files',
    '/templates/{templateId}/draft',
    '/templates/{templateId}',
    '/templates',
  );
}

/** What a file is, by its name. */
export type FileKind = 'image' | 'font' | 'pdf' | 'profile';

/** What a file is, by its name. */
export function findFileKind(path: string): FileKind {
  if (/\.pdf$/iu.test(path)) return 'pdf';
  if (/\.ic[cm]$/iu.test(path)) return 'profile';
  return /\.(ttf|otf|woff2?)$/iu.test(path) ? 'font' : 'image';
}

/** The path of a new file. Each kind has a folder, as in exported templates. */
export function pathOfFile({ name }: Pick<File, 'name'>): string {
  return `${folders[findFileKind(name)]}/${name}`.slice(0, 200);
}

const folders: Readonly<Record<FileKind, string>> = {
  image: 'images',
  font: 'fonts',
  pdf: 'pdfs',
  profile: 'profiles',
};
