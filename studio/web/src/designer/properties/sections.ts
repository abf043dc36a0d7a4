/**
 * The sections of the panel: which key is set by what kind of control, under which heading.
 * `schema-walk.test.ts` finds keys without a control.
 */
import type { TemplateElement } from '../model/template.ts';
import { choice, length, number, shadowKeys, style, tableStyle, wide, type Control } from './controls.ts';

/** The name of a section; its words are in `words/designer/properties.ts`. */
export type SectionName =
  | 'appearance'
  | 'background'
  | 'box'
  | 'chart'
  | 'code'
  | 'crop'
  | 'fill'
  | 'filters'
  | 'font'
  | 'fonts'
  | 'group'
  | 'groupBackground'
  | 'groupShadow'
  | 'highlight'
  | 'inLayout'
  | 'layout'
  | 'limits'
  | 'line'
  | 'mask'
  | 'output'
  | 'page'
  | 'pageHeight'
  | 'paragraph'
  | 'path'
  | 'picture'
  | 'pin'
  | 'repeat'
  | 'shadow'
  | 'stroke'
  | 'table'
  | 'tableBody'
  | 'tableBorders'
  | 'tableHeader'
  | 'tableTotal'
  | 'text'
  | 'textPath'
  | 'thisPage';

/** Controls under one heading. */
export interface ControlSection {
  readonly name: SectionName;
  readonly controls: readonly Control[];
  /** The key of an object that the section adds and removes as a whole. */
  readonly presence?: string;
  /** The part of the paths that the heading names. Default: `presence`. */
  readonly heading?: string;
}

const box: ControlSection = {
  name: 'box',
  controls: [
    { ...length('x'), isNeeded: true },
    { ...length('y'), isNeeded: true },
    { ...length('width'), isNeeded: true },
    { ...length('height'), isNeeded: true },
    // Two stand in a row.
    number('rotation'),
    number('opacity', 0.01),
    { path: 'flipX', kind: 'switch' },
    { path: 'flipY', kind: 'switch' },
    number('skewX'),
    number('skewY'),
  ],
};
const limits: ControlSection = {
  name: 'limits',
  controls: [length('minWidth'), length('maxWidth'), length('minHeight'), length('maxHeight')],
};
const sides = { kind: 'numbers', isLength: true, isWide: true } as const;
const inLayout: ControlSection = {
  name: 'inLayout',
  controls: [
    number('grow'),
    choice('alignSelf'),
    choice('position'),
    { path: 'margin', ...sides },
    { path: 'keepTogether', kind: 'switch' },
    { path: 'breakBefore', kind: 'switch' },
  ],
};
const repeat: ControlSection = {
  name: 'repeat',
  presence: 'repeat',
  controls: [
    wide('repeat.each', 'list'),
    { path: 'repeat.as', kind: 'text' },
    { path: 'repeat.index', kind: 'text' },
  ],
};
const pin: ControlSection = {
  name: 'pin',
  presence: 'pin',
  controls: [length('pin.left'), length('pin.right'), length('pin.top'), length('pin.bottom')],
};
const layout: ControlSection = {
  name: 'layout',
  presence: 'layout',
  controls: [
    choice('layout.direction'),
    choice('layout.align'),
    choice('layout.justify'),
    length('layout.gap'),
    length('layout.rowGap'),
    { path: 'layout.wrap', kind: 'switch' },
    { path: 'layout.padding', ...sides },
  ],
};
const appearance: ControlSection = {
  name: 'appearance',
  controls: [choice('blendMode'), length('blur'), length('backdropBlur'), wide('visible', 'visibility')],
};
const shadow: ControlSection = {
  name: 'shadow',
  presence: 'shadow',
  controls: [
    ...shadowKeys.map((control) => ({ ...control, path: `shadow.${control.path}` })),
    wide('shadow', 'shadows'),
  ],
};
const fill: ControlSection = { name: 'fill', controls: [wide('fill', 'paint')] };
const textStroke: ControlSection = {
  name: 'stroke',
  presence: 'stroke',
  controls: [{ path: 'stroke.color', kind: 'color' }, length('stroke.width')],
};
const stroke: ControlSection = {
  ...textStroke,
  controls: [
    wide('stroke.color', 'paint'),
    length('stroke.width'),
    choice('stroke.align'),
    choice('stroke.cap'),
    choice('stroke.join'),
    number('stroke.miterLimit'),
    length('stroke.dashOffset'),
    { path: 'stroke.dash', kind: 'numbers', isLength: true, isWide: true },
  ],
};
const corners: Control = { path: 'cornerRadius', kind: 'corners', isLength: true, isWide: true };

function inBackground(control: Control): Control {
  return { ...control, path: `background.${control.path}` };
}

const mask: ControlSection = {
  name: 'mask',
  presence: 'mask',
  controls: [
    wide('mask.d', 'paragraph'),
    { path: 'mask.viewBox', kind: 'numbers', isWide: true },
    choice('mask.fillRule'),
    wide('mask.src', 'source'),
  ],
};

const sections: Readonly<Record<TemplateElement['type'], readonly ControlSection[]>> = {
  text: [
    {
      name: 'text',
      controls: [wide('text', 'paragraph'), wide('runs', 'runs'), wide('href', 'address'), choice('role')],
    },
    { name: 'font', controls: [...style, number('lineHeight', 0.1), wide('color', 'paint')] },
    {
      name: 'paragraph',
      controls: [
        choice('align'),
        choice('verticalAlign'),
        choice('overflow'),
        choice('anchor'),
        length('minFontSize', { presetPx: 8 }),
        number('maxLines'),
        choice('transform'),
        choice('direction'),
        choice('writingMode'),
        choice('hyphens'),
        choice('wordBreak'),
        length('paragraphSpacing'),
        length('indent'),
        choice('list'),
        choice('trim'),
        { path: 'language', kind: 'text' },
        { path: 'wrap', kind: 'switch' },
        number('columns'),
        length('columnGap'),
      ],
    },
    {
      name: 'textPath',
      presence: 'path',
      controls: [wide('path.d', 'paragraph'), { path: 'path.viewBox', kind: 'numbers', isWide: true }],
    },
    textStroke,
    {
      name: 'highlight',
      presence: 'highlight',
      controls: [
        { path: 'highlight.color', kind: 'color' },
        length('highlight.padding'),
        length('highlight.cornerRadius'),
      ],
    },
  ],
  image: [
    {
      name: 'picture',
      controls: [
        wide('src', 'source'),
        choice('fit'),
        length('tileWidth'),
        wide('colors', 'colors'),
        wide('position', 'position'),
        corners,
        wide('href', 'address'),
        wide('alt', 'alternative'),
      ],
    },
    {
      name: 'crop',
      presence: 'crop',
      controls: [
        number('crop.x', 0.01),
        number('crop.y', 0.01),
        number('crop.width', 0.01),
        number('crop.height', 0.01),
      ],
    },
    mask,
    {
      name: 'filters',
      controls: [
        number('filters.grayscale', 0.1),
        number('filters.sepia', 0.1),
        number('filters.saturate', 0.1),
        number('filters.brightness', 0.1),
        number('filters.contrast', 0.1),
        length('filters.blur'),
      ],
    },
  ],
  rect: [fill, stroke, { name: 'path', controls: [corners] }],
  ellipse: [fill, stroke],
  line: [stroke, { name: 'line', controls: [choice('cap')] }],
  path: [
    {
      name: 'path',
      controls: [
        wide('d', 'paragraph'),
        { path: 'viewBox', kind: 'numbers', isWide: true },
        choice('fillRule'),
      ],
    },
    fill,
    stroke,
  ],
  qrcode: [
    {
      name: 'code',
      controls: [
        wide('value', 'paragraph'),
        choice('errorCorrection'),
        number('margin'),
        { path: 'color', kind: 'color' },
        { path: 'background', kind: 'color' },
        wide('alt', 'alternative'),
      ],
    },
  ],
  barcode: [
    {
      name: 'code',
      controls: [
        wide('value', 'paragraph'),
        choice('symbology'),
        { path: 'showText', kind: 'switch' },
        { path: 'color', kind: 'color' },
        { path: 'background', kind: 'color' },
        wide('alt', 'alternative'),
      ],
    },
  ],
  chart: [
    {
      name: 'chart',
      controls: [
        wide('spec', 'chart'),
        wide('fontFamily', 'font'),
        { path: 'color', kind: 'color' },
        wide('palette', 'palette'),
        wide('alt', 'alternative'),
      ],
    },
  ],
  table: [
    {
      name: 'table',
      controls: [
        wide('rows', 'entries'),
        { path: 'as', kind: 'text' },
        { path: 'index', kind: 'text' },
        wide('columns', 'columns'),
      ],
    },
    { name: 'tableHeader', presence: 'header', controls: tableStyle('header') },
    { name: 'tableBody', heading: 'body', controls: [...tableStyle('body'), wide('stripes', 'paint')] },
    {
      name: 'tableBorders',
      presence: 'borders',
      controls: [
        { path: 'borders.color', kind: 'color' },
        length('borders.width'),
        choice('borders.between'),
        { path: 'borders.outer', kind: 'switch' },
      ],
    },
    {
      name: 'tableTotal',
      presence: 'total',
      controls: [wide('total.cells', 'cells'), ...tableStyle('total')],
    },
  ],
  group: [
    {
      name: 'group',
      controls: [choice('clip'), corners, wide('href', 'address'), wide('alt', 'alternative')],
    },
    mask,
    layout,
    {
      name: 'groupBackground',
      presence: 'background',
      controls: [
        wide('background.fill', 'paint'),
        ...stroke.controls.map(inBackground),
        { ...corners, path: 'background.cornerRadius' },
      ],
    },
    {
      name: 'groupShadow',
      presence: 'background.shadow',
      controls: [
        ...shadowKeys.map((control) => inBackground({ ...control, path: `shadow.${control.path}` })),
      ],
    },
  ],
};

/** The sections of the page: the document's own keys. */
export const documentSections: readonly ControlSection[] = [
  {
    name: 'page',
    controls: [
      wide('name', 'text'),
      wide('description', 'paragraph'),
      length('viewport.width'),
      length('viewport.height'),
      { path: 'viewportUnit', kind: 'unit' },
      { path: 'language', kind: 'text' },
      { path: 'locale', kind: 'text' },
    ],
  },
  {
    name: 'pageHeight',
    presence: 'viewport.height',
    controls: [length('viewport.height.min'), length('viewport.height.max')],
  },
  layout,
  { name: 'background', controls: [wide('background', 'paint')] },
  {
    name: 'output',
    controls: [
      number('viewportExportDpi'),
      choice('viewportOutputIntent'),
      length('bleed'),
      { path: 'cropMarks', kind: 'switch' },
    ],
  },
  { name: 'fonts', controls: [wide('fonts', 'fonts')] },
];

/** The sections of a page of a document with pages. */
export const pageSections: readonly ControlSection[] = [
  { name: 'thisPage', controls: [wide('name', 'text')] },
  repeat,
];

/** Keys that other parts of the designer edit. */
export const editedElsewhere = {
  document: {
    schemaVersion: 'There is one version.',
    elements: 'The canvas and the layers edit them.',
    pages: 'The list of pages edits them; the page in work has sections of its own.',
    variables: 'The panel of variables edits them.',
  },
  element: {
    type: 'An element keeps its type.',
    id: 'It is the name at the top of the panel.',
    elements: 'The canvas and the layers edit them.',
  },
  page: {
    id: 'A page keeps its id.',
    elements: 'The canvas and the layers edit them.',
    viewport: 'The sections of the document edit that of the page in work.',
    background: 'The sections of the document edit that of the page in work.',
    layout: 'The sections of the document edit that of the page in work.',
    flow: 'A switch of the page in work sets it, and gives the page a column.',
    header: 'A switch of the page in work adds it; it is edited as a group.',
    footer: 'A switch of the page in work adds it; it is edited as a group.',
  },
} as const;

/** The sections of a type of element. */
export function sectionsOf(type: TemplateElement['type']): readonly ControlSection[] {
  const placing = { ...inLayout, controls: inLayout.controls.filter(({ path }) => isPlacing(path, type)) };
  const own = appearance.controls.filter(({ path }) => path !== 'backdropBlur' || hasBackdrop.has(type));
  return [box, ...sections[type], limits, placing, repeat, pin, { ...appearance, controls: own }, shadow];
}

/** The types that blur what is behind them. */
const hasBackdrop: ReadonlySet<TemplateElement['type']> = new Set(['rect', 'ellipse', 'path', 'group']);

/** A QR code’s margin is its quiet zone; an image’s position is that of the picture in its box. */
function isPlacing(path: string, type: TemplateElement['type']): boolean {
  return !(path === 'margin' && type === 'qrcode') && !(path === 'position' && type === 'image');
}

/**
 * The sections that elements of several types have in common, with the controls of keys that all of them
 * have.
 */
export function commonSections(types: readonly TemplateElement['type'][]): readonly ControlSection[] {
  const [first, ...others] = [...new Set(types)].map(sectionsOf);
  if (first === undefined) return [];
  return first
    .map((section) => ({
      ...section,
      controls: section.controls.flatMap((control) => {
        const same = others.map((list) => controlAt(list, control.path));
        if (same.some((each) => each === undefined)) return [];
        // A color is accepted where a paint is.
        return [same.find((each) => each?.kind === 'color') ?? control];
      }),
    }))
    .filter(({ controls }) => controls.length > 0);
}

function controlAt(list: readonly ControlSection[], path: string): Control | undefined {
  return list.flatMap(({ controls }) => controls).find((control) => control.path === path);
}
