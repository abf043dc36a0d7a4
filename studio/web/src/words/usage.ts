import { formatCount, formatNumber } from '../formats.ts';

/** Words of the page "Usage". */
export const usageWords = {
  title: 'Usage',
  description:
    'Renders of this workspace and what it stores. Refunded renders do not count; days are in UTC.',
  plan: (name: string) => `Plan “${name}”`,
  month: 'Month',
  earlier: 'Earlier month',
  later: 'Later month',
  facts: 'Facts',
  renders: (count: number) => formatCount(count, 'render', 'renders'),
  quota: {
    title: 'Of the plan, this month',
    label: 'Renders of the plan that are used',
    used: (used: number, limit: number) => `${formatNumber(used)} of ${formatNumber(limit)} renders`,
    left: (left: number, when: string) => `${formatNumber(left)} left until ${when}`,
    none: (when: string) =>
      `Nothing is left until ${when}. Ask the operator of this service for a larger plan.`,
  },
  stored: {
    title: 'Stored now',
    kinds: { projects: 'Projects', templates: 'Templates', libraryItems: 'Library', bytes: 'Storage' },
    of: (used: string, limit: string) => `${used} of ${limit}`,
    versions: (count: number) =>
      'Files, documents, drafts, share links and results of batches count as storage. A template keeps ' +
      `its last ${formatCount(count, 'version', 'versions')}, and older ones that are in use.`,
  },
  total: 'In this month',
  busiest: 'Busiest day',
  busiestDay: (day: string, count: number) => `${day}: ${formatNumber(count)}`,
  average: 'A day on average',
  days: {
    title: 'By day',
    chart: (month: string, total: string) => `Renders by day in ${month}: ${total}. The table has each day.`,
    show: 'Show as table',
    hide: 'Hide table',
    caption: (month: string) => `Renders by day in ${month}`,
    day: 'Day',
    renders: 'Renders',
  },
  templates: {
    title: 'By template',
    name: 'Template',
    unknown: 'Deleted, or not visible to you',
    others: 'Other templates',
    all: (count: number) => `Show all ${formatNumber(count)} templates`,
  },
  keys: {
    title: 'By key',
    name: 'Key',
    app: 'Studio, and deleted keys',
    ofOthers: 'Key of another member',
    others: 'Other keys',
    all: (count: number) => `Show all ${formatNumber(count)} keys`,
  },
  renderCount: 'Renders',
  share: 'Share',
  fewer: 'Show fewer',
  empty: {
    title: (month: string) => `Nothing was rendered in ${month}`,
    detail: 'Downloads, batches, links and requests with a key count. Previews in Studio are free.',
    action: 'Choose a template',
  },
} as const;
