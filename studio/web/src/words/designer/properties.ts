import { formatCount, formatNumber } from '../../formats.ts';
import { symbologyNames } from './symbologies.ts';

/** Keys whose words are not those of their name. */
const keys: Readonly<Record<string, string>> = {
  d: 'Path data',
  src: 'Source',
  href: 'Link',
  alt: 'Alternative text',
  role: 'Role for screen readers',
  viewBox: 'View box',
  'path.d': 'Path data',
  'path.viewBox': 'View box',
  'mask.d': 'Path data',
  colors: 'Exchanged colors',
  as: 'Name of the entry',
  index: 'Name of its place',
  'borders.between': 'Between',
  'borders.outer': 'Outside',
  hour12: '12 hours',
  minimumIntegerDigits: 'Min integer digits',
  minimumFractionDigits: 'Min fraction digits',
  maximumFractionDigits: 'Max fraction digits',
  minimumSignificantDigits: 'Min significant',
  maximumSignificantDigits: 'Max significant',
  trailingZeroDisplay: 'Trailing zeros',
  spec: 'Specification (Vega-Lite)',
  palette: 'Colors of marks',
  'mask.viewBox': 'View box',
  'mask.src': 'Picture',
  'repeat.each': 'List',
  'repeat.as': 'Name of the entry',
  'repeat.index': 'Name of its place',
  'viewport.width': 'Width',
  'viewport.height': 'Height',
  'viewport.height.min': 'Minimum height',
  'viewport.height.max': 'Maximum height',
  viewportUnit: 'Unit',
  viewportExportDpi: 'Export DPI',
  viewportOutputIntent: 'Output intent',
  'filters.grayscale': 'Grayscale',
  'filters.sepia': 'Sepia',
  'filters.saturate': 'Saturate',
  'filters.brightness': 'Brightness',
  'filters.contrast': 'Contrast',
  'filters.blur': 'Picture blur',
};

/** `lineHeight` is "line height"; single letters, such as X, are capitals: `flipX` is "flip X". */
function words(key: string): string {
  return key.length === 1
    ? key.toUpperCase()
    : key.replace(/[A-Z](?=(.?))/gu, (letter, next) => ` ${next === '' ? letter : letter.toLowerCase()}`);
}

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const nameOf = (path: string): string => keys[path] ?? capitalize(path.split('.').map(words).join(' '));

/** The largest numbers of the schema: they only keep a document drawable. */
const huge = 1_000_000;

function describeRange(minimum: number, maximum: number, isAbove: boolean): string {
  const [from, to] = [formatNumber(minimum), formatNumber(maximum)];
  if (maximum < huge || minimum < 0) return `Enter a number ${isAbove ? 'above' : 'from'} ${from} to ${to}.`;
  return isAbove ? `Enter a number above ${from}.` : `Enter a number of at least ${from}.`;
}

/** Options of keys whose words are not those of their name. */
const options: Readonly<Record<string, string>> = {
  L: 'L: 7 %',
  M: 'M: 15 %',
  Q: 'Q: 25 %',
  H: 'H: 30 %',
  h1: 'Heading 1',
  h2: 'Heading 2',
  h3: 'Heading 3',
  h4: 'Heading 4',
  h5: 'Heading 5',
  h6: 'Heading 6',
  p: 'Paragraph',
  artifact: 'Decoration',
  ltr: 'Left to right',
  rtl: 'Right to left',
  'horizontal-tb': 'Horizontal',
  'vertical-rl': 'Vertical, from the right',
  nonzero: 'Non-zero',
  evenodd: 'Even-odd',
  px: 'px',
  mm: 'mm',
  cm: 'cm',
  in: 'in',
  pt: 'pt',
};

/** Words of the designer's panel "Properties". */
export const propertyWords = {
  title: 'Properties',
  page: 'Page',
  name: 'Name',
  elements: (count: number) => formatCount(count, 'element', 'elements'),
  types: {
    text: 'Text',
    image: 'Image',
    rect: 'Rectangle',
    ellipse: 'Ellipse',
    line: 'Line',
    path: 'Path',
    qrcode: 'QR code',
    barcode: 'Barcode',
    chart: 'Chart',
    table: 'Table',
    group: 'Group',
  },
  sections: {
    appearance: 'Appearance',
    background: 'Background',
    box: 'Position and size',
    chart: 'Chart',
    code: 'Code',
    crop: 'Crop',
    fill: 'Fill',
    filters: 'Filters',
    font: 'Font',
    fonts: 'Font files',
    group: 'Group',
    groupBackground: 'Group background',
    groupShadow: 'Background shadow',
    highlight: 'Highlight',
    inLayout: 'In a layout',
    layout: 'Layout',
    limits: 'Limits of the size',
    line: 'Line',
    mask: 'Mask',
    output: 'Output',
    page: 'Document',
    pageHeight: 'As tall as its content',
    paragraph: 'Paragraph',
    path: 'Shape',
    picture: 'Picture',
    pin: 'Pins',
    repeat: 'Repeat for a list',
    shadow: 'Shadow',
    stroke: 'Stroke',
    table: 'Rows and columns',
    tableBody: 'Rows',
    tableBorders: 'Lines',
    tableHeader: 'Header',
    tableTotal: 'Total',
    text: 'Content',
    textPath: 'Line along a path',
    thisPage: 'This page',
  },
  /** The name of a key: `shadow.blur` is "Shadow blur". */
  key: nameOf,
  /** The name of a key whose heading names a part of its path: below `shadow`, `shadow.blur` is "Blur". */
  keyBelow: (heading: string | undefined, path: string) =>
    keys[path] ?? nameOf(path.startsWith(`${heading}.`) ? path.slice(`${heading}.`.length) : path),
  /** The name of a key within something that has a name, such as a run. */
  keyIn: (outer: string, path: string) => {
    const inner = nameOf(path);
    return `${outer} ${/^.(?:$| )/u.test(inner) ? inner : inner.slice(0, 1).toLowerCase() + inner.slice(1)}`;
  },
  /** The name of an option. */
  option: (key: string, option: string) =>
    (key === 'symbology' ? symbologyNames[option] : options[option]) ??
    capitalize(option.replaceAll('-', ' ')),
  mixed: 'Mixed',
  isDecoration: 'Decoration, not read by screen readers',
  notSet: 'Not set',
  asElement: 'As text',
  add: (name: string) => `Add ${name.toLowerCase()}`,
  remove: (name: string) => `Remove ${name.toLowerCase()}`,
  number: {
    hint: 'Also arithmetic, 50 %, and changes: +5 adds, -=5 subtracts, *2 doubles.',
    lengthHint: 'Also arithmetic, units (10mm), 50 %, and changes: +5 adds, -=5 subtracts, *2 doubles.',
    syntax: 'Enter a number, such as 12.5, +5 or 50%.',
    lengthSyntax: 'Enter a number, such as 12.5, 10mm, +5 or 50%.',
    range: describeRange,
    list: 'Enter numbers with spaces between them.',
    viewBox: 'Enter four numbers: X, Y, width and height.',
    sides: 'Enter one to four lengths: top, right, bottom, left.',
    corners: 'Enter one radius, or four: top left, top right, bottom right, bottom left.',
  },
  tags: {
    features: 'Enter tags of four letters, such as tnum or liga 0, with commas between them.',
    axes: 'Enter axes with their values, such as wdth 85, with commas between them.',
  },
  colors: {
    hint: 'Of an SVG, such as #0b6e4f = {{brand}}; #fff = gold',
    syntax: 'Enter colors with their paints, such as #0b6e4f = {{brand}}; #fff = gold',
  },
  table: {
    list: 'List',
    otherRows: 'Expression',
    rowsFault: 'Enter one {{…}} that makes entries of a list, such as {{ items }}.',
    column: (number: number) => `Column ${number}`,
    settings: (number: number) => `Settings of column ${number}`,
    moveLeft: (number: number) => `Move column ${number} left`,
    addColumn: 'Add column',
    emptyColumn: 'Empty column',
    newHeader: 'New column',
    total: 'Total',
    cell: (number: number) => `Total of column ${number}`,
    formats: {
      '': 'As it is',
      number: 'Number',
      percent: 'Percent',
      date: 'Date',
      money: 'Currency',
      longDate: 'Long date',
      options: 'Other numbers',
      dateOptions: 'Other dates',
    },
    currency: 'EUR',
  },
  palette: { hint: 'As in the template, or such as #0b6e4f; gold', tooMany: 'Enter at most 20 colors.' },
  json: 'Enter an object as JSON: {…}.',
  shift: 'Enter a length, super or sub.',
  required: 'A value is needed here.',
  visibleFault: 'Enter one {{…}} that says whether it is seen, such as {{ stock > 0 }}.',
  entries: {
    hint: 'Such as {{ items }}, or {{ items.filter(i, i.price > 0.0) }}',
    fault: 'Enter a list variable or an expression, such as {{ items }}.',
    noList: 'Add a variable of the type list first: its entries are repeated.',
  },
  ownSize: 'Size of its own',
  ownBackground: 'Background of its own',
  flow: 'Goes on over further pages',
  running: { header: 'Header', footer: 'Footer', number: 'Page number' },
  /** What the names in headers and footers are. */
  pageNames: { page: 'number of the page', pages: 'how many pages there are' },
  entryPlace: 'place of the entry, from 0',
  pageNumber: 'Page {{ page }} of {{ pages }}',
  ownHint: 'Without them, the page has those that all pages share.',
  pattern: {
    language: 'Enter a language tag, such as en-GB.',
    color: 'Enter a color, such as #10233f, red, rgb(16 35 63 / 50%), or {{variable}}.',
    other: 'This value is not accepted.',
  },
  corners: { one: 'One radius for all corners', four: 'A radius for each corner' },
  cornerNames: ['Top left radius', 'Top right radius', 'Bottom right radius', 'Bottom left radius'],
  color: {
    choose: (name: string) => `Choose ${name.toLowerCase()}`,
    picker: { saturation: 'Saturation and brightness', hue: 'Hue', alpha: 'Opacity' },
    used: 'Colors of the template',
    use: (color: string) => `Use ${color}`,
  },
  uses: {
    title: 'Colors and fonts in use',
    newColor: 'New color',
    everywhere: (font: string) => `All of ${font}`,
    changeColor: (color: string, count: number) =>
      `Change ${color} everywhere: ${count === 1 ? '1 place' : `${count} places`}`,
  },
  paint: {
    type: (name: string) => `${name} type`,
    none: 'None',
    color: 'Color',
    linear: 'Linear',
    radial: 'Radial',
    conic: 'Conic',
    stops: (name: string) => `${name} stops`,
    stop: (name: string, number: number) => `${name} stop ${number}`,
    addStop: 'Add stop',
    stopHint: 'Arrow keys move a stop, Delete removes it.',
  },
  bind: {
    bind: (name: string) => `Bind ${name.toLowerCase()}`,
    bound: (name: string) => `${name}: variable`,
    toVariable: 'Use a variable',
    fixed: 'Use a fixed value',
    add: 'New variable …',
    expression: 'Write an expression …',
  },
  live: {
    value: (text: string) => `= ${text}`,
    empty: '= (empty)',
  },
  font: {
    catalogue: 'Catalogue',
    own: 'Files of the template',
    unknown: 'Not found',
    search: 'Search fonts',
  },
  source: {
    choose: 'Choose a file',
    upload: 'Upload a file',
    files: 'Files of the template',
    none: 'The template has no such file yet.',
    hint: 'A file of the template, an https address, or {{variable}}.',
  },
  address: {
    hint: 'https://, mailto:, tel:, or {{variable}}',
    fault: 'Enter an address that begins with https:, http:, mailto: or tel:.',
  },
  shadows: {
    item: (number: number) => `Shadow ${number}`,
    add: 'Add shadow',
  },
  fonts: {
    item: (number: number) => `Font ${number}`,
    add: 'Add font file',
    none: 'Fonts of the catalogue need no file.',
  },
  runs: {
    use: 'Style parts of the text',
    useText: 'Use one style',
    item: (number: number) => `Run ${number}`,
    add: 'Add run',
    style: (number: number) => `Style of run ${number}`,
  },
  position: { point: 'Point', attention: 'Attention', absolute: 'Absolute', label: 'Position' },
} as const;
