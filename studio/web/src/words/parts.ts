/** Words of the shared parts. */
export const partWords = {
  appName: 'Platen Studio',
  loading: 'Loading …',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  requestId: 'Request id',
  back: (to: string) => `Back to ${to}`,
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageRange: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  pageNumber: (page: string) => `Page ${page}`,
  nothingFound: 'Nothing found',
  nowCopied: (what: string) => `${what} copied.`,
} as const;
