/** Words for designs of other programs that become templates. */
export const designImportWords = {
  converting: 'Converting the design …',
  formats: {
    polotno: 'Polotno',
    fabric: 'Fabric.js',
    pdfme: 'pdfme',
    svg: 'SVG',
    psd: 'Photoshop',
    figma: 'Figma',
  },
  summary: (format: string, kept: number) =>
    `${format} · ${kept === 1 ? 'one element' : `${kept.toLocaleString()} elements`}`,
  pages: (count: number) => `Page, of ${count.toLocaleString()}`,
  pagesHint: 'Each page, frame or artboard becomes a template of its own.',
  page: (number: number, name: string) => (name === `Page ${number}` ? name : `${number}. ${name}`),
  original: 'Original',
  noOriginal: 'The file has no picture of the design to compare with.',
  result: 'Template',
  noResult: 'The template cannot be shown: rendering it took too long. It can be created all the same.',
  pictureOf: (name: string) => `${name}, converted`,
  originalOf: (name: string) => `${name}, as it was`,
  losses: 'What is lost',
  noLosses: 'Nothing. The template has all of the design.',
  lossesHint: 'Choose an element to see where it is.',
  wholeDesign: 'The whole design',
  showElement: (name: string) => `Show ${name}`,
  variables: 'Variables',
  variablesHint: 'What each render may give another value for. The value in the design is the default.',
  noVariables: 'The design has no texts and no pictures.',
  types: {
    text: 'text',
    image: 'picture',
    qrcode: 'QR code',
    barcode: 'barcode',
    date: 'date',
    list: 'list',
  },
  fromElement: (name: string) => `from ${name}`,
  all: 'All',
  none: 'None',
  marked: 'As marked',
  fonts: {
    title: 'Fonts',
    missing: 'Missing fonts',
    missingHint:
      'The service does not have these fonts. Give their files, and no other fonts stand in for them.',
    noneMissing: 'No font of the design is missing.',
    files: 'Font files',
    choose: 'Drop font files here, or click to choose them',
    kinds: 'TTF, OTF, WOFF or WOFF2',
    given: 'Given font files',
    remove: (name: string) => `Remove ${name}`,
    used: (family: string) => `${family}, used`,
    unused: (family: string) => `${family}: no text of the design is set in it.`,
    problem: (name: string, problem: string) => `${name} is left out. ${problem}`,
    noFonts: (names: readonly string[]) =>
      names.length === 1
        ? `${names.join('')} is no font file: .ttf, .otf, .woff and .woff2 are.`
        : `These are no font files: ${names.join(', ')}. Files of fonts end in .ttf, .otf, .woff or .woff2.`,
    tooLarge: (limit: string) =>
      `The design and its fonts are too large together. At most ${limit} can be imported.`,
  },
} as const;
