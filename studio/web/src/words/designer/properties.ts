import { formatCount, formatNumber } from '../../formats.ts';
import { keyWords } from './property-names.ts';
import { sectionWords } from './property-sections.ts';
import { tableWords } from './property-tables.ts';

/** The largest numbers of the schema: they only keep a document drawable. */
const huge = 1_000_000;

function describeRange(minimum: number, maximum: number, isAbove: boolean): string {
  const [from, to] = [formatNumber(minimum), formatNumber(maximum)];
  if (maximum < huge || minimum < 0) return `Enter a number ${isAbove ? 'above' : 'from'} ${from} to ${to}.`;
  return isAbove ? `Enter a number above ${from}.` : `Enter a number of at least ${from}.`;
}

/** Words of the designer's panel "Properties". */
export const propertyWords = {
  title: 'Properties',
  page: 'Page',
  name: 'Name',
  elements: (count: number) => formatCount(count, 'element', 'elements'),
  sections: sectionWords,
  ...keyWords,
  mixed: 'Mixed',
  isDecoration: 'Decoration, not read by screen readers',
  notSet: 'Not set',
  yes: 'Yes',
  no: 'No',
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
    sides:
      'Enter one to four lengths: top, right, bottom, left. From right to left: top, left, bottom, right.',
    corners: 'Enter one radius, or four: top left, top right, bottom right, bottom left.',
  },
  tags: {
    features: 'Enter tags of four letters, such as tnum or liga 0, with commas between them.',
    axes: 'Enter axes with their values, such as wdth 85, with commas between them.',
  },
  codeOptions: {
    syntax: 'Enter options with their values, such as columns 5, eclevel 2, with commas between them.',
  },
  colors: {
    hint: 'Of an SVG, such as #0b6e4f = {{brand}}; #fff = gold',
    syntax: 'Enter colors with their paints, such as #0b6e4f = {{brand}}; #fff = gold',
  },
  table: tableWords,
  palette: { hint: 'As in the template, or such as #0b6e4f; gold', tooMany: 'Enter at most 20 colors.' },
  json: 'Enter an object as JSON: {…}.',
  shift: 'Enter a length, super or sub.',
  required: 'A value is needed here.',
  choiceFault: (options: readonly string[]) => `Enter one {{…}} that makes ${options.join(' or ')}.`,
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
  pageNames: {
    page: 'number of the page',
    pages: 'how many pages there are',
    pageOfGroup: 'number of the page for its entry',
    pagesOfGroup: 'how many pages its entry has',
  },
  entryPlace: 'place of the entry, from 0',
  pageNumber: 'Page {{ page }} of {{ pages }}',
  ownHint: 'Without them, the page has those that all pages share.',
  pattern: {
    language: 'Enter a language tag, such as en-GB.',
    color: 'Enter a color, such as #10233f, red, device-cmyk(0% 91% 76% 0%), an ink, or {{variable}}.',
    other: 'This value is not accepted.',
  },
  corners: { one: 'One radius for all corners', four: 'A radius for each corner' },
  cornerNames: ['Top left radius', 'Top right radius', 'Bottom right radius', 'Bottom left radius'],
  color: {
    choose: (name: string) => `Choose ${name.toLowerCase()}`,
    picker: { saturation: 'Saturation and brightness', hue: 'Hue', alpha: 'Opacity' },
    used: 'Colors of the template',
    recent: 'Recent colors',
    eyedropper: 'Pick from the screen',
    contrast: (ratio: number, verdict: string) => `Contrast ${formatNumber(ratio)} : 1, ${verdict}`,
    enough: 'enough for text',
    large: 'enough for large text only',
    low: 'too low for text',
    inks: {
      process: 'Process inks',
      names: ['Cyan', 'Magenta', 'Yellow', 'Black'],
      document: 'Inks of the template',
      ink: 'Ink',
      tint: 'Tint',
    },
    use: (color: string) => `Use ${color}`,
  },
  curve: {
    title: 'Curve',
    bend: 'Bend of the curve',
    turn: 'Turn along the circle',
    kinds: { arc: 'Arc', valley: 'Valley', circle: 'Circle', wave: 'Wave' },
  },
  print: {
    question: 'Is this printed to its edges?',
    hint: (bleed: string, safe: string) =>
      `Print shops ask for ${bleed} of bleed around the page. What must stay whole keeps ${safe} from its ` +
      'edges.',
    yes: 'Yes, add bleed',
    no: 'No',
    needed: 'Only PDFs for print have a bleed: the output intent has to be Print.',
    turnOn: 'Turn on print',
  },
  preflight: {
    title: 'Preflight',
    hint: 'What a printer would warn about, with the values that the canvas shows.',
    check: 'Check for print',
    checkAgain: 'Check again',
    nothing: 'Nothing found.',
    changed: 'The design has changed since.',
    severity: { error: 'Error', advice: 'Advice' },
    select: 'Select',
    onPage: (page: number) => `page ${page}`,
    count: (errors: number, advice: number) =>
      `${formatCount(errors, 'error', 'errors')}, ${formatNumber(advice)} of advice`,
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
    use: 'Use',
    useStandIn: (standIn: string, name: string) => `${name}: use ${standIn}`,
    missing: (names: string, count: number) =>
      count === 1
        ? `The font ${names} is not there. Texts with it are not drawn until they have another one.`
        : `The fonts ${names} are not there. Texts with them are not drawn until they have others.`,
    chooseStandIns: 'Choose stand-ins',
    missingTitle: 'Missing fonts',
    missingHint:
      'Each choice changes all texts with the font. If you have its file, drop it on the page instead: ' +
      'the texts stay as they are.',
    noneMissing: 'No font is missing any more.',
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
  inks: {
    item: (number: number) => `Ink ${number}`,
    add: 'Add ink',
    newName: 'Ink',
    none: 'Spot colors, white and cut lines have a plate in PDFs for print.',
  },
  pdfs: {
    none: 'None. Their pages are in PDFs, not in pictures.',
    moveUp: (path: string) => `Move ${path} up`,
    remove: (path: string) => `Remove ${path}`,
  },
  profile: {
    conditions: {
      FOGRA39: 'FOGRA39: coated paper, Europe',
      FOGRA47: 'FOGRA47: uncoated paper, Europe',
      GRACoL2013: 'GRACoL 2013: coated paper, USA',
      SWOP2013: 'SWOP 2013: publications, USA',
    },
  },
  gaps: { title: 'Gap between them', fault: 'Enter a number of at least 0.' },
  scale: {
    title: 'Scale',
    selection: 'Scale to',
    template: 'Scale the template to',
    range: 'A percentage from 1 to 10,000',
  },
  runs: {
    use: 'Style parts of the text',
    useText: 'Use one style',
    part: 'Selected part',
    selected: 'Selected part of the text',
    item: (number: number) => `Part ${number}`,
    add: 'Add part',
    style: (number: number) => `Style of part ${number}`,
  },
  focus: {
    label: 'Focus point of the file',
    set: 'Set the focus point: click, or use the arrow keys',
    at: (x: number, y: number) => {
      const [across, down] = [x, y].map((share) => formatNumber(Math.round(share * 100)));
      return `Focus point at ${across} % from the left, ${down} % from the top`;
    },
    hint: 'Click what crops keep in view, wherever the file is shown.',
    remove: 'Remove the focus point',
  },
  position: {
    point: 'Point',
    attention: 'Attention',
    face: 'Face',
    subject: 'Subject',
    absolute: 'Absolute',
    label: 'Position',
  },
} as const;
