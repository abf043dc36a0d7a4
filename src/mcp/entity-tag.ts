import { renamePointers } from '../domain/problems/rename-pointers.ts';

/** An entity tag without its quotes, which a model would have to escape. */
export function bareTag(etag: string): string {
  return etag.replaceAll('"', '');
}

/**
 * Runs what needs the value of an If-Match header.
 *
 * @param given a tag without its quotes
 */
export async function withIfMatch<Result>(
  given: string,
  run: (ifMatch: string) => Promise<Result>,
): Promise<Result> {
  return await run(/^[\w-]+$/.test(given) ? `"${given}"` : given).catch((error: unknown) => {
    throw renamePointers(error, { '/header/If-Match': '/ifMatch' });
  });
}
