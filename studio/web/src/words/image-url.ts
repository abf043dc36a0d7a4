import { formatDateTime, formatNumber } from '../formats.ts';

/** Words of the builder of image URLs, on a template's page. */
export const imageUrlWords = {
  tab: 'Image URL',
  intro:
    'An address that shows the picture in web pages and mail. It is signed with a URL key, so that nobody ' +
    'can change it to another picture.',
  key: 'URL key',
  createKey: 'Create URL key',
  version: 'Version',
  live: (version: number) => `Live (now version ${version})`,
  numbered: (version: number) => `Version ${version}`,
  versionHints: {
    live: 'Shows the newest version, also after you publish another one.',
    numbered: 'Always shows this version.',
  },
  expires: 'Works',
  lifetimes: {
    never: 'Until its key is deleted',
    '1': 'For a day',
    '7': 'For 7 days',
    '30': 'For 30 days',
    '365': 'For a year',
  },
  expiresAt: (seconds: number) => `Until ${formatDateTime(seconds * 1000)}`,
  filePreview: 'The URL answers a file that is no picture; this is its first page.',
  url: 'Signed URL',
  /** For screen readers: the text itself. */
  address: 'URL',
  copyUrl: 'Copy URL',
  signing: 'Signing …',
  unsigned: 'The URL appears when the marked values are right.',
  open: 'Open',
  costs: {
    new:
      'The picture above is a free preview. The first request for this URL costs one render; further ones ' +
      'are free while the picture is in the cache.',
    cached: 'This picture was rendered before: requests for this URL are free while it is in the cache.',
    live: 'After each publication, the next request costs one render again.',
  },
  fitted: (names: readonly string[]) =>
    `Too long, and shortened in the picture: ${names.map((name) => `“${name}”`).join(', ')}.`,
  long: (length: number) =>
    `This URL has ${formatNumber(length)} characters. Some mail programs cut those with more than 2,000, ` +
    'and most servers refuse those with more than 8,000. Give pictures by their address, not as files.',
  use: 'Use it',
  language: 'Language',
  languages: {
    img: 'img',
    og: 'og:image',
    shell: 'Shell',
    typescript: 'TypeScript',
    python: 'Python',
    go: 'Go',
    php: 'PHP',
  },
  secret:
    'This code makes and signs the URL. It reads the secret of the key from the environment variable ' +
    'PLATEN_URL_SECRET.',
  runs: {
    img: 'Paste it into a page or a mail.',
    og: 'Paste it into the head of a page.',
    shell: 'Paste it into a terminal. It needs openssl.',
    typescript:
      'Save it as sign.ts beside the package @platen/client, which is packed from Platen’s folder, and run ' +
      'it with Node 24: node sign.ts',
    python: 'Save it as sign.py, and run it with Python 3: python3 sign.py',
    go: 'Save it as sign.go, and run it: go run sign.go',
    php: 'Save it as sign.php, and run it: php sign.php',
  },
  copy: 'Copy',
  code: 'Code',
  noKey: {
    title: 'Create a URL key first',
    detail:
      'A URL key signs the URLs. It may be limited to some templates, formats and sizes, and can be ' +
      'deleted at any time.',
    others: 'The keys of other members sign only for them.',
    keys: 'See all keys',
  },
  notPublished: {
    title: 'Publish it first',
    detail: 'Image URLs show published versions only.',
    action: 'Look at the draft',
  },
} as const;
