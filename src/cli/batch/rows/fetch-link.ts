import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findKind } from '../../../common/rows/file-format.ts';
import { MAX_FILE_BYTES } from '../../../common/rows/table.ts';
import { createRowsFetcher } from '../../../outbound/fetch-rows.ts';
import { CommandError, type Settings } from '../../command-context.ts';

/** Whether an argument is a link to rows instead of a file. */
export function isLink(given: string): boolean {
  return /^https?:\/\//iu.test(given);
}

/**
 * Where the rows of a link are: a Google sheet is exported as CSV, which shows what the sheet shows.
 *
 * @returns the URL, and a name for the file
 */
export function findExport(link: string): { readonly url: string; readonly name: string } {
  const url = new URL(link);
  const [, id] = /^\/spreadsheets(?:\/u\/\d+)?\/d\/([\w-]+)/u.exec(url.pathname) ?? [];
  if (url.hostname === 'docs.google.com' && id !== undefined && id !== 'e') {
    const sheet = /[#&?]gid=(\d+)/u.exec(link)?.[1];
    const of = sheet === undefined ? '' : `&gid=${sheet}`;
    return { url: `https://docs.google.com/spreadsheets/d/${id}/export?format=csv${of}`, name: 'sheet.csv' };
  }
  const last = nameFile(url.pathname.split('/').at(-1) ?? '').replaceAll(/[^\p{L}\p{N}._ -]/gu, '_');
  return { url: link, name: findKind(last) === null ? 'sheet.csv' : last };
}

/** The name at the end of a link; the empty string if its `%` are no letters in UTF-8. */
function nameFile(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}

/**
 * Fetches the rows of a link into a file of its own folder, as a service would: the addresses that it may not
 * reach are refused.
 *
 * @param use gets the file, which is removed afterwards
 * @throws CommandError
 */
export async function withLink<Result>(
  link: string,
  { config }: Settings,
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  if (!URL.canParse(link)) throw new CommandError(`${link} is not a URL.`);
  const { url, name } = findExport(link);
  const fetchRows = createRowsFetcher({
    allow: config.outboundAllow,
    maxBytes: MAX_FILE_BYTES,
    timeoutMs: 60_000,
  });
  const fetched = await fetchRows(url);
  if (!fetched.ok) throw new CommandError(`${link} ${fetched.detail}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-rows-'));
  try {
    const file = path.join(folder, name);
    await writeFile(file, fetched.bytes);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
