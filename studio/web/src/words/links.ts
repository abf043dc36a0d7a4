import { formatCount } from '../formats.ts';

/** Words of the list of links. */
export const linkWords = {
  title: 'Links',
  description:
    'Renders at public addresses. Everybody who has a link can open it until it expires or is revoked.',
  caption: 'Links',
  columns: {
    template: 'Template',
    url: 'Link',
    type: 'Type',
    created: 'Created',
    expires: 'Expires',
    actions: 'Actions',
  },
  types: {
    'image/png': 'PNG',
    'image/jpeg': 'JPEG',
    'image/webp': 'WebP',
    'image/avif': 'AVIF',
    'application/zpl': 'ZPL',
    'image/svg+xml': 'SVG',
    'application/pdf': 'PDF',
  },
  lifetime: {
    label: 'The link works',
    longest: (days: number) =>
      days === 0 ? 'As long as your plan allows' : `${formatCount(days, 'day', 'days')}, as your plan allows`,
    days: (count: number) => formatCount(count, 'day', 'days'),
    until: (when: string) => `Until ${when}. You can revoke it at any time.`,
  },
  sources: { API: 'API key', DESIGNER: 'Studio' },
  deletedTemplate: 'Deleted template',
  pictureOf: (template: string) => `Picture behind the link of ${template}`,
  what: 'Link',
  copy: (template: string) => `Link of ${template}`,
  open: (template: string) => `Open the link of ${template} in a new tab`,
  revoke: 'Revoke',
  revokeNamed: (template: string) => `Revoke the link of ${template}`,
  revoked: 'The link is revoked.',
  confirm: {
    title: 'Revoke this link?',
    detail: 'Its address stops working at once, for everybody. This cannot be undone.',
    action: 'Revoke link',
  },
  filters: { template: 'Template', anyTemplate: 'All templates', clear: 'Clear filters' },
  empty: {
    title: 'No active links',
    detail: 'Open a template, fill it in, and choose “Share”: the picture or PDF gets a public address.',
    action: 'Choose a template',
  },
  emptyForTemplate: {
    title: 'No active links of this template',
    detail: 'Choose “Share” to give what you see a public address.',
  },
  nothingFound: { title: 'No links of this template', detail: 'Its links have expired, or there were none.' },
  notOnPlan: {
    title: 'Your plan has no links',
    detail: (plan: string) =>
      `The plan “${plan}” does not include public links. Templates can be downloaded instead; ` +
      'the operator of this service can change the plan.',
    action: 'Choose a template',
  },
} as const;
