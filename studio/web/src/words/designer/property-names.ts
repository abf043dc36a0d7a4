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
  'carry.headLabel': 'Label on the next page',
  hour12: '12-hour clock',
  useGrouping: 'Group thousands',
  minimumIntegerDigits: 'Min integer digits',
  minimumFractionDigits: 'Min fraction digits',
  maximumFractionDigits: 'Max fraction digits',
  minimumSignificantDigits: 'Min significant',
  maximumSignificantDigits: 'Max significant',
  trailingZeroDisplay: 'Trailing zeros',
  spec: 'Specification (Vega-Lite)',
  palette: 'Colors of marks',
  cmyk: 'Seen as cyan, magenta, yellow, black (%)',
  prepend: 'Before its own pages',
  append: 'After its own pages',
  'mask.viewBox': 'View box',
  'mask.src': 'Picture',
  'logo.src': 'Logo',
  'logo.size': 'Logo size',
  'options.version': 'Version',
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
  outputProfile: 'Printing condition',
  rgbToCmyk: 'RGB in print',
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

const getName = (path: string): string => keys[path] ?? capitalize(path.split('.').map(words).join(' '));

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
  keep: 'Keep: the printer separates',
  convert: 'Convert to CMYK',
  px: 'px',
  mm: 'mm',
  cm: 'cm',
  in: 'in',
  pt: 'pt',
};

/** Options whose words are those of one key only. */
const optionsOfKeys: Readonly<Record<string, string>> = {
  'textFit.none': 'As it is',
  'textFit.box': 'Fill the box',
  'wrap.true': 'Fill each line',
  'wrap.false': 'Do not wrap',
  'wrap.balance': 'Balance lines',
  'wrap.pretty': 'No short last line',
};

/** What the keys of a template and their options are called. */
export const keyWords = {
  /** The name of a key: `shadow.blur` is "Shadow blur". */
  key: getName,
  /** The name of a key whose heading names a part of its path: below `shadow`, `shadow.blur` is "Blur". */
  keyBelow: (heading: string | undefined, path: string) =>
    keys[path] ?? getName(path.startsWith(`${heading}.`) ? path.slice(`${heading}.`.length) : path),
  /** The name of a key within something that has a name, such as a run. */
  keyIn: (outer: string, path: string) => {
    const inner = getName(path);
    return `${outer} ${/^.(?:$| )/u.test(inner) ? inner : inner.slice(0, 1).toLowerCase() + inner.slice(1)}`;
  },
  /** The name of an option. */
  option: (key: string, option: string) =>
    (key === 'symbology' ? symbologyNames[option] : (optionsOfKeys[`${key}.${option}`] ?? options[option])) ??
    capitalize(option.replaceAll('-', ' ')),
} as const;
