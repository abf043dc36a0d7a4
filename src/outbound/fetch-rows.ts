import {
  createFileFetcher,
  isWebPage,
  type FetchedKind,
  type FileFetcher,
  type FileFetcherOptions,
} from './fetch-file.ts';
import { OutboundError } from './outbound-error.ts';

/** Creates the function that fetches files of rows. */
export function createRowsFetcher(options: FileFetcherOptions): FileFetcher {
  return createFileFetcher(options, rows);
}

const rows: FetchedKind = {
  accept: 'text/csv, application/json, */*;q=0.5',
  noun: 'file',
  wrongKind: 'not-rows',
  headBytes: 64,
  check(head, mediaType) {
    if (!isWebPage(head, mediaType)) return;
    throw new OutboundError(
      'not-rows',
      'is a web page, not a file of rows. Share the spreadsheet with everybody who has the link, ' +
        'or download it.',
    );
  },
};
