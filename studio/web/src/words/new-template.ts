import type { Schema } from '../api/client.ts';

/** Words of the page that makes templates. */
export const newTemplateWords = {
  title: 'New template',
  back: 'Home',
  ways: { sample: 'From a sample', blank: 'Blank', import: 'Import' },
  way: 'Start with',
  samples: 'Samples',
  create: 'Create template',
  name: 'Name',
  unnamed: 'Untitled',
  samplesHint:
    'A complete template with pictures and fonts. It is yours: nothing you change affects the sample.',
  custom: 'Custom size',
  width: 'Width',
  height: 'Height',
  unit: 'Unit',
  dpi: 'Pixels per inch',
  wrongSize: 'Enter a number above 0, at most 20,000.',
  importTitle: 'Drop a file here, or click to choose one',
  importHint: (limit: string) =>
    'A template that was exported (.zip), or a design of Polotno, Fabric.js, pdfme or Figma (.json), ' +
    `Photoshop (.psd), or an .svg; with its pictures and fonts in a .zip. At most ${limit}.`,
  importAgain: 'Choose another file',
  notDesign: 'This is no .zip, .json, .psd or .svg file.',
  tooLarge: (limit: string) => `The file is too large. At most ${limit} can be imported.`,
  chosen: (name: string, size: string) => `${name}, ${size}`,
  importNameHint: 'Empty: the name in the file.',
  created: (name: string) => `“${name}” is ready.`,
  chooseSize: 'Choose a size.',
  chooseFile: 'Choose a file.',
  convertFirst: 'The design is being converted.',
} as const;

interface SampleText {
  readonly name: string;
  readonly hint: string;
}

/** The samples' names, as in their documents. */
export const sampleWords: Readonly<Record<Schema<'SampleName'>, SampleText>> = {
  'social-card': { name: 'Social card', hint: '1200 × 630 px' },
  'author-card': { name: 'Author card', hint: '1200 × 630 px, adapts to its text' },
  'shop-offer': { name: 'Shop offer', hint: '1080 × 1350 px' },
  'property-listing': { name: 'Property listing', hint: '1080 × 1350 px' },
  'event-ticket': { name: 'Event ticket', hint: '1680 × 680 px, QR code' },
  certificate: { name: 'Certificate', hint: 'A4 landscape, for print' },
  'greeting-card': { name: 'Greeting card', hint: 'A5, nine languages' },
  'name-badge': { name: 'Name badge', hint: 'A6, QR code' },
  invoice: { name: 'Invoice', hint: 'A4, as many pages as its rows need' },
  'swiss-invoice': { name: 'Swiss invoice', hint: 'A4, QR-bill' },
  quote: { name: 'Quote', hint: '840 px wide, as tall as its content' },
  'price-tag': { name: 'Price tag', hint: '720 × 440 px, currencies' },
  'product-label': { name: 'Product label', hint: '180 × 100 mm, EAN-13' },
  'wine-label': { name: 'Wine label', hint: '90 × 120 mm, spot colors, cut contour' },
  'shipping-label': { name: 'Shipping label', hint: '4 × 6 in, barcodes' },
};

/** Names of groups of sizes, and of sizes. */
export const sizeWords = {
  groups: { social: 'Social media', paper: 'Paper', labels: 'Labels and cards' },
  sizes: {
    openGraph: 'Open Graph',
    square: 'Instagram post, square',
    portrait: 'Instagram post',
    story: 'Story or reel',
    banner: 'X header',
    thumbnail: 'YouTube thumbnail',
    linkedIn: 'LinkedIn post',
    linkedInCover: 'LinkedIn cover',
    xPost: 'X post',
    channelArt: 'YouTube banner',
    pin: 'Pinterest pin',
    mailHeader: 'E-mail header',
    a3: 'A3 poster',
    flyerLong: 'Long flyer',
    postcard: 'Postcard',
    a4: 'A4',
    a4Landscape: 'A4 landscape',
    a5: 'A5',
    a6: 'A6',
    letter: 'US Letter',
    badge: 'Name badge',
    businessCard: 'Business card',
    businessCardUs: 'Business card (US)',
    addressLabel: 'Address label',
    shippingLabel: 'Shipping label',
    ticket: 'Ticket',
    squareLabel: 'Square label',
  },
} as const;
