import { formatCount } from '../formats.ts';

/** Words of previews: pictures, the form of a template's variables, warnings. */
export const previewWords = {
  loading: 'The picture is being rendered',
  choosePicture: 'Choose a file',
  removePicture: 'Remove the file',
  chosenPicture: (size: string) => `A file of ${size}`,
  pictureFile: 'Picture of this computer',
  pictureConverting: 'The picture is being converted …',
  noVariables: 'This template has no variables: every picture of it is the same.',
  notGiven: 'Not given',
  /** The table of a list's entries. */
  list: {
    add: 'Add an entry',
    preset: (count: number) => `Not given: the default has ${formatCount(count, 'entry', 'entries')}.`,
    cell: (field: string, entry: number) => `${field}, entry ${entry}`,
    /** A cell that holds a list. */
    listCell: (cell: string, count: string) => `${cell}: ${count}`,
    /** A list in an entry of another. */
    within: (around: string, cell: string) => `${around} › ${cell}`,
    count: (entries: number) => formatCount(entries, 'entry', 'entries'),
    actionsOf: (entry: number) => `Actions for entry ${entry}`,
    moveUp: 'Move up',
    moveDown: 'Move down',
    remove: 'Remove',
    /** How many entries there are, and what the first ones are. */
    summary: (count: number, names: readonly string[]) => {
      const all = formatCount(count, 'entry', 'entries');
      return names.length === 0 ? all : `${all}: ${names.join(', ')}${count > names.length ? ' …' : ''}`;
    },
  },
  rules: {
    entries: (from: string, to: string) => `${from} to ${to} entries`,
    minEntries: (least: string) => `At least ${least} entries`,
    maxEntries: (most: string) => `At most ${most} entries`,
    characters: (from: string, to: string) => `${from} to ${to} characters`,
    minCharacters: (least: string) => `At least ${least} characters`,
    maxCharacters: (most: string) => `At most ${most} characters`,
    between: (least: string, most: string) => `From ${least} to ${most}`,
    min: (least: string) => `At least ${least}`,
    max: (most: string) => `At most ${most}`,
    pattern: (pattern: string) => `Has to match ${pattern}`,
  },
  /** What a value of a type looks like. */
  examples: {
    number: '12.5',
    email: 'name@example.com',
    url: 'https://example.com/page',
    phone: '+44 20 7946 0018',
    image: 'https://example.com/picture.jpg',
    qrcode: '',
    barcode: '',
    date: '2026-01-31',
    text: '',
  } as Readonly<Record<string, string>>,
  warnings: 'Warnings',
  noWarnings: 'No warnings: everything fits.',
  onElement: (element: string) => `Element ${element}`,
  moreWarnings: (count: string) => `And ${count} more.`,
  /** In plain words, by the code of the warning. */
  warningTitles: {
    TEXT_OVERFLOW: 'The text does not fit',
    CHART_EMPTY: 'The chart shows no data',
    CHART_SHRUNK: 'The chart was made smaller',
    PAGE_OVERFLOW: 'A part of it is not on the page',
    GROUP_OVERFLOW: 'The group is too small for its content',
    CONTENT_CLIPPED: 'The group around it hides it',
    TABLE_EMPTY: 'The table has no visible column',
    TABLE_OVERFLOW: 'The table does not fit its box',
    TEXT_SHRUNK: 'The text was made smaller',
    TEXT_CLIPPED: 'A part of the text is cut off',
    WORD_CUT: 'A word is cut in two',
    FONT_UNKNOWN: 'The font is missing',
    GLYPH_MISSING: 'A character is missing in all fonts',
    ALT_MISSING: 'The picture has no alternative text',
    HEADING_SKIPPED: 'A level of headings is skipped',
    LANGUAGE_MISSING: 'The document names no language',
    IMAGE_LOW_RESOLUTION: 'The picture has too few pixels',
    INK_LOST: 'A colour in inks becomes sRGB',
    LINK_LEFT_OUT: 'The link is left out for print',
    SVG_FEATURE_LOST: 'A part of the drawing is left out',
    CODE_NOT_REDUCED: 'The bars of the code are not narrower',
    CODE_OVERFLOW: 'The code is larger than its box',
    CODE_TOO_SMALL: 'The code is too small to be read',
    CODE_PALE: 'The code is too pale to be read',
    CODE_INVERTED: 'The code is light on dark',
    CODE_CROWDED: 'The code needs more space around it',
    PDF_LEFT_OUT: 'Pages of other PDFs are in PDFs only',
    PDF_PART_LEFT_OUT: 'Parts of another PDF are left out',
    DEFAULT_USED: 'No value was given: the template’s default is shown',
  } as Readonly<Record<string, string>>,
} as const;
