import { formatCount } from '../formats.ts';

const publicUrlHint =
  'For others, the operator sets PUBLIC_URL to the address of this service that they can reach.';

/** Words of the shared parts. */
export const partWords = {
  appName: 'Platen Studio',
  overlays: 'Menus and dialogs',
  loading: 'Loading …',
  retry: 'Try again',
  loopback: {
    link: {
      title: (host: string) => `This link works on this machine only (${host})`,
      detail: publicUrlHint,
    },
    links: {
      title: (host: string) => `These links work on this machine only (${host})`,
      detail: publicUrlHint,
    },
    callback: {
      title: (host: string) => `${host} is the machine that Platen runs on`,
      detail:
        'A callback to it stays there. A program on another machine gets callbacks at the address of ' +
        'that machine.',
    },
  },
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
  clearSearch: 'Clear the search',
  copy: 'Copy',
  copied: 'Copied',
  requestId: 'Request id',
  back: (to: string) => `Back to ${to}`,
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageRange: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  missingPage: {
    title: (page: string) => `There is no page ${page}`,
    detail: (pages: number) => `The list has ${formatCount(pages, 'page', 'pages')} now.`,
    action: 'First page',
  },
  pageNumber: (page: string) => `Page ${page}`,
  nothingFound: 'Nothing found',
  notCopied: (what: string) => `The browser did not copy it (${what}). Select the text, and copy it.`,
  nowCopied: (what: string) => `${what} copied.`,
} as const;
