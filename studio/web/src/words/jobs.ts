import type { Schema } from '../api/client.ts';
import { formatCount, formatNumber } from '../formats.ts';

type Status = Schema<'JobStatus'>;

const rows = (count: number) => formatCount(count, 'row', 'rows');

/** Words of the list of jobs and of the page of one job. */
export const jobWords = {
  title: 'Jobs',
  description: 'Batches that render one file for each row, from here and from API keys. Newest first.',
  name: 'job',
  caption: 'Jobs',
  columns: {
    template: 'Template',
    created: 'Submitted',
    status: 'State',
    progress: 'Rows',
    format: 'Format',
    source: 'Source',
    actions: 'Actions',
  },
  statuses: {
    PENDING: 'Waiting',
    PROCESSING: 'Rendering',
    COMPLETED: 'Completed',
    FAILED: 'Failed',
    CANCELLED: 'Cancelled',
  } satisfies Record<Status, string>,
  formats: {
    png: 'PNG',
    jpeg: 'JPEG',
    webp: 'WebP',
    avif: 'AVIF',
    svg: 'SVG',
    pdf: 'PDF',
    zpl: 'ZPL',
  } satisfies Record<Schema<'OutputFormat'>, string>,
  sources: { DESIGNER: 'Studio', API_KEY: 'API key' } satisfies Record<Schema<'JobOrigin'>, string>,
  keyNamed: (name: string) => `API key “${name}”`,
  deletedKey: 'Deleted API key',
  filters: {
    label: 'Filter jobs',
    status: 'State',
    source: 'Source',
    template: 'Template',
    all: 'All',
    anyTemplate: 'All templates',
    clear: 'Clear filters',
  },
  rows,
  rowsOf: (done: number, total: number) => `${formatNumber(done)} of ${rows(total)}`,
  failedRows: (count: number) => `${formatNumber(count)} failed`,
  progressOf: (template: string) => `Progress of ${template}`,
  actionsOf: (template: string, when: string) => `Actions for ${template}, ${when}`,
  open: 'Open',
  download: 'Download',
  downloadArchive: 'Download archive',
  downloadSheets: 'Download PDF',
  cancel: 'Cancel job',
  remove: 'Delete job',
  cancelled: 'The job is cancelled.',
  removed: 'The job is deleted.',
  confirmCancel: {
    title: 'Cancel this job?',
    detail: (left: number) =>
      `${rows(left)} will not be rendered, and their renders go back to your plan. ` +
      'Finished files are not kept.',
    action: 'Cancel job',
    keep: 'Let it run',
  },
  confirmRemove: {
    title: 'Delete this job?',
    detail: 'The job, its rows and its files are deleted at once. This cannot be undone.',
    action: 'Delete job',
  },
  empty: {
    title: 'No jobs yet',
    detail: 'Open a template and choose “Batch”: a spreadsheet becomes one file for each of its rows.',
    action: 'Choose a template',
  },
  emptyForTemplate: {
    title: 'No jobs of this template yet',
    detail: 'A batch makes one file for each row of a CSV or Excel file.',
    action: 'New batch',
  },
  nothingFound: {
    title: 'No jobs with these filters',
    detail: 'Choose other filters, or see all jobs.',
  },
  page: {
    deletedTemplate: 'The template has been deleted.',
    openTemplate: 'Open template',
    again: 'Again with only the failed rows',
    againHint: 'Opens the batch page with these rows, to correct them.',
    waiting: 'Waiting for a free renderer.',
    running: (done: string, total: string) => `${done} of ${total} rows are done.`,
    ended: {
      COMPLETED: 'All rows are done.',
      FAILED: 'No file could be made.',
      CANCELLED: 'The job was cancelled. Rows that were not rendered are not charged.',
    },
    someFailed: (count: number) =>
      count === 1
        ? 'One row failed. Its render went back to your plan.'
        : `${formatNumber(count)} rows failed. Their renders went back to your plan.`,
    facts: 'Facts',
    fact: {
      rendered: 'Rendered',
      failed: 'Failed',
      waiting: 'To do',
      format: 'Format',
      source: 'Source',
      submitted: 'Submitted',
      started: 'Started',
      ended: 'Ended',
      duration: 'Duration',
      archive: 'Archive',
      sheets: 'PDF of sheets',
      callback: 'Callback',
    },
    archive: {
      until: (when: string) => `Until ${when}`,
      later: 'When all rows are done',
      none: 'None',
      expired: 'Removed',
      expiredDetail:
        'The files of this job have been removed: they are kept for a limited time. ' +
        'Submit the rows again to get the files.',
    },
    callback: {
      none: 'None',
      statuses: {
        PENDING: 'To be delivered',
        DELIVERED: 'Delivered',
        FAILED: 'Not delivered',
      } satisfies Record<Schema<'DeliveryStatus'>, string>,
      attempts: (count: number) => formatCount(count, 'attempt', 'attempts'),
      open: 'Show deliveries',
    },
    rows: {
      title: 'Rows',
      filters: 'Which rows',
      all: 'All',
      failed: 'Failed',
      success: 'Rendered',
      caption: 'Outcome of each row',
      row: 'Row',
      file: 'File',
      size: 'Size',
      outcome: 'Outcome',
      number: (row: number) => `Row ${formatNumber(row)}`,
      rendered: 'Rendered',
      unknownReason: 'It failed without a reason.',
      warnings: (count: number) => formatCount(count, 'warning', 'warnings'),
      none: {
        failed: 'No row failed.',
        success: 'No row is rendered yet.',
        all: 'No row is done yet. They appear here as they are rendered.',
      },
      others: {
        label: 'Other columns',
        count: (count: number) => formatCount(count, 'column', 'columns'),
        open: (count: number, row: string) => `${formatCount(count, 'column', 'columns')}, ${row}`,
        leftOut: (names: readonly string[]) =>
          `Other columns with too much text, which are not kept: ${names.join(', ')}.`,
      },
      actions: 'File',
      open: 'Open',
      openOf: (file: string) => `Open ${file}`,
      download: 'Download',
      downloadOf: (file: string) => `Download ${file}`,
      share: {
        action: 'Share',
        of: (file: string) => `Share ${file}`,
        what: (file: string, format: string) =>
          `Everybody with the link will see “${file}”, as it is in the archive (${format}). ` +
          'The link is free: the row was paid for with its job.',
        create: 'Make link',
      },
      filesLater: 'The files of rows can be opened, downloaded and shared once the job is completed.',
      filesOnSheets:
        'The rows are on the sheets of one PDF, so no row has a file of its own. Download the PDF instead.',
      cleared:
        'The rows of this job are no longer kept. The counts above remain; ' +
        'the files can be downloaded as long as they are kept.',
    },
  },
} as const;
