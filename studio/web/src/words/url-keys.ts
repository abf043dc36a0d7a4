import { formatCount, formatNumber } from '../formats.ts';

/** Words of URL keys, on the page "Keys". */
export const urlKeyWords = {
  title: 'URL keys',
  description:
    'They sign image URLs: pictures for web pages and mail, rendered when somebody looks at them. ' +
    'A URL key opens nothing else.',
  caption: 'URL keys',
  usage: (used: string, max: string) => `${used} of ${max} in use`,
  create: 'Create URL key',
  search: 'Search URL keys',
  pages: 'Pages of URL keys',
  columns: {
    name: 'Name',
    allows: 'Its URLs may ask for',
    member: 'Member',
    created: 'Created',
    lastUsed: 'Last used',
    actions: 'Actions',
  },
  you: 'you',
  never: 'Never',
  unreadable: 'No longer works',
  unreadableHint: 'The service’s SIGNING_SECRET was changed. Create a new key, and sign the URLs again.',
  copyId: 'Id of the key',
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete the URL key ${name}`,
  deleted: 'The URL key is deleted.',
  allows: {
    everything: 'Everything that the account sees',
    templates: (names: readonly string[], others: number) =>
      `Only ${[...names, ...(others > 0 ? [otherTemplates(others, names.length > 0)] : [])].join(', ')}`,
    formats: (formats: readonly string[]) => `Only ${formats.join(', ')}`,
    maxSide: (px: number) => `At most ${formatNumber(px)} px a side`,
    imageHosts: (hosts: readonly string[]) => `Pictures only from ${hosts.join(', ')}`,
    rendersADay: (renders: number) => `At most ${formatCount(renders, 'render', 'renders')} a day`,
    fallback: 'A default picture in place of errors',
    fit: 'Long texts, which are shortened',
  },
  confirm: {
    title: 'Delete this URL key?',
    detail: 'Its URLs stop working at once, in every page and mail that has them. This cannot be undone.',
    unused: 'None of its URLs was ever asked for.',
    lastUsed: (when: string) => `One of its URLs was last asked for ${when}.`,
    action: 'Delete URL key',
  },
  full: {
    title: (max: string) => `All ${max} URL keys of the workspace are in use`,
    detail: 'Delete one whose URLs are not used any more before you create another one.',
  },
  empty: {
    title: 'No URL keys yet',
    detail: 'Create one for each web site or mailing, so that you can replace one without the others.',
  },
  nothingFound: {
    title: 'No URL key fits',
    detail: 'Search for a part of a key’s name, or a member.',
    action: 'Show all URL keys',
  },
  dialog: {
    title: 'Create a URL key',
    name: 'Name',
    nameHint: 'Where its URLs will be: “Web site”, “Newsletter”.',
    restrictions: 'What its URLs may ask for',
    restrictionsHint: 'Leave everything empty to allow everything. It cannot be changed later.',
    templates: 'Only these templates',
    allTemplates: 'All templates',
    noTemplates: 'No template has this name.',
    formats: 'Only these formats',
    allFormats: 'All formats',
    maxSide: 'Largest side (px)',
    rendersADay: 'Renders a day',
    anyNumber: 'Any',
    imageHosts: 'Pictures only from these hosts',
    imageHostsHint:
      'Where pictures in the values may come from, one a line: images.example.org, *.example.org',
    fallback: 'Show a default picture in place of errors',
    fallbackHint: 'For mail, where nobody sees an error. It is the template with its default values.',
    fit: 'Shorten texts that are too long',
    fitHint:
      'A text that is longer than its variable allows is cut at a word, in place of an error. The answer ' +
      'says which one, in the header X-Image-Fitted.',
    submit: 'Create URL key',
  },
  created: {
    title: 'Copy the secret now',
    warning: 'It is shown only this once.',
    what: 'Secret',
    copy: 'Copy secret',
    hint:
      'Programs that sign URLs need it. Keep it like a password: on your server, not in a web page. Studio ' +
      'can sign with this key without it, on the page of a template.',
  },
} as const;

function otherTemplates(count: number, hasNames: boolean): string {
  return hasNames ? `${formatNumber(count)} more` : formatCount(count, 'template', 'templates');
}
