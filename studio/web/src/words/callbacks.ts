import type { Schema } from '../api/client.ts';
import { formatCount, formatNumber } from '../formats.ts';

type Status = Schema<'DeliveryStatus'>;

/** Words of the page "Callbacks". */
export const callbackWords = {
  title: 'Callbacks',
  description: 'When a batch ends, Platen tells a program of yours. Here is what it answered.',
  caption: 'Deliveries',
  statuses: {
    PENDING: 'To be delivered',
    DELIVERED: 'Delivered',
    FAILED: 'Not delivered',
  } satisfies Record<Status, string>,
  filters: {
    label: 'Filter deliveries',
    status: 'State',
    all: 'All',
    ofOneJob: 'Only of one job',
    allJobs: 'Only of one job: show all jobs',
    clear: 'Clear filters',
  },
  deletedJob: 'Deleted job',
  attempts: (count: number) => formatCount(count, 'attempt', 'attempts'),
  noAttempt: 'No attempt yet',
  next: (when: string) => `Next attempt ${when}`,
  due: 'An attempt is due now',
  sendAgain: 'Send again',
  sendAgainNamed: (template: string, when: string) => `Send again: ${template}, ${when}`,
  sending: 'The callback is sent again.',
  show: (template: string, when: string) => `Attempts for ${template}, ${when}`,
  confirm: {
    title: 'Send this callback again?',
    detail:
      'It was delivered already. It is sent with the same delivery id and the same body, ' +
      'so that a receiver that keeps ids does the work only once.',
  },
  log: {
    caption: (template: string) => `Attempts for ${template}, newest first`,
    number: (number: number) => `Attempt ${formatNumber(number)}`,
    ok: (status: number) => `Answered ${status}`,
    none: 'No answer',
    empty: 'The answer had no body.',
    noLog: 'This delivery has no log: it was sent by an earlier release.',
    notYet: 'Nothing was sent yet.',
    earlier: (count: number) =>
      `${formatCount(count, 'earlier attempt is', 'earlier attempts are')} not shown.`,
    deliveryId: 'Delivery id',
  },
  empty: {
    title: 'No callbacks yet',
    detail:
      'Name an address as “Callback URL” on the page of a batch, or send callbackUrl with a batch ' +
      'from a program. When the batch ends, the address gets a signed POST.',
    action: 'Choose a template',
    code: 'Command that submits a batch with a callback',
  },
  nothingFound: {
    title: 'No deliveries with these filters',
    detail: 'Choose another state, or see all deliveries.',
  },
  secret: {
    title: 'Signing secret',
    description: 'Receivers check with it that a callback comes from here.',
    member: 'Only owners can see and change it.',
    what: 'Secret',
    show: 'Show',
    hide: 'Hide',
    copy: 'Copy',
    rotate: 'New secret …',
    check: [
      'X-Service-Signature has the HMAC-SHA256 of “time.body” in hex, with the whole secret as its key.',
      'webhook-signature is what Standard Webhooks specifies: any of its libraries checks it.',
    ],
    noted: 'Who looks at the secret is noted under Activity.',
    both: (when: string) =>
      `Until ${when}, the earlier secret signs, too. Give your receivers the new one before that.`,
  },
  rotating: {
    title: 'Make a new signing secret?',
    overlap:
      'For 24 hours, both the new and the earlier secret sign each callback, so that nothing breaks ' +
      'while you give your receivers the new one. Afterwards only the new one signs.',
    another: 'If an earlier change is less than 24 hours ago, the oldest secret stops at once.',
    action: 'Make a new secret',
    done: 'The new secret signs from now on.',
  },
} as const;
