import type { TemplateElement } from '../../model/template.ts';
import {
  choice,
  length,
  number,
  shadowKeys,
  style,
  tableStyle,
  wide,
  type Control,
} from '../../fields/controls.ts';
import type { ControlSection } from './section-types.ts';
import { corners, fill, layout, mask, stroke, textStroke } from './shared.ts';

/** The sections of each type of element, beside those that all have. */
export const sectionsByType: Readonly<Record<TemplateElement['type'], readonly ControlSection[]>> = {
  text: [
    {
      name: 'text',
      controls: [
        wide('text', 'paragraph'),
        wide('runs', 'runs'),
        wide('href', 'address'),
        wide('role', 'choice'),
      ],
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
        choice('textFit'),
        length('maxFontSize'),
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
        { path: 'opticalMargins', kind: 'switch' },
        { path: 'language', kind: 'text' },
        choice('wrap'),
        number('columns'),
        length('columnGap'),
      ],
    },
    {
      name: 'textPath',
      objectKey: 'path',
      controls: [wide('path.d', 'paragraph'), { path: 'path.viewBox', kind: 'numbers', isWide: true }],
    },
    textStroke,
    {
      name: 'highlight',
      objectKey: 'highlight',
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
      objectKey: 'crop',
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
        number('options.version'),
        choice('moduleShape'),
        wide('logo.src', 'source'),
        number('logo.size', 0.01),
        length('moduleSize'),
        length('barWidthReduction'),
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
        wide('options', 'codeOptions'),
        length('moduleSize'),
        length('barWidthReduction'),
        choice('bearerBars'),
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
        choice('direction'),
        wide('columns', 'columns'),
        wide('groupBy', 'text'),
      ],
    },
    {
      name: 'tableHeader',
      objectKey: 'header',
      controls: [{ path: 'header.span', kind: 'numbers', isWide: true }, ...tableStyle('header')],
    },
    { name: 'tableBody', heading: 'body', controls: [...tableStyle('body'), wide('stripes', 'paint')] },
    {
      name: 'tableBorders',
      objectKey: 'borders',
      controls: [
        { path: 'borders.color', kind: 'color' },
        length('borders.width', { presetPx: 1 }),
        choice('borders.between'),
        { path: 'borders.outer', kind: 'switch' },
      ],
    },
    {
      name: 'tableTotal',
      objectKey: 'total',
      controls: totalRow('total'),
    },
    { name: 'tableTotals', controls: [wide('totals', 'totals')] },
    { name: 'tableGroupHeader', objectKey: 'groupHeader', controls: totalRow('groupHeader') },
    { name: 'tableGroupTotal', objectKey: 'groupTotal', controls: totalRow('groupTotal') },
    {
      name: 'tableCarry',
      objectKey: 'carry',
      controls: [
        wide('carry.label', 'text'),
        wide('carry.headLabel', 'text'),
        wide('carry.value', 'text'),
        wide('carry.column', 'column'),
        wide('carry.format', 'format'),
        ...tableStyle('carry'),
      ],
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
      objectKey: 'background',
      controls: [
        wide('background.fill', 'paint'),
        ...stroke.controls.map(inBackground),
        { ...corners, path: 'background.cornerRadius' },
      ],
    },
    {
      name: 'groupShadow',
      objectKey: 'background.shadow',
      controls: shadowKeys.map((control) => inBackground({ ...control, path: `shadow.${control.path}` })),
    },
  ],
};

function inBackground(control: Control): Control {
  return { ...control, path: `background.${control.path}` };
}

/** The controls of a row that is not one of the list's. */
function totalRow(path: string): readonly Control[] {
  return [
    wide(`${path}.cells`, 'cells'),
    { path: `${path}.span`, kind: 'numbers', isWide: true },
    ...tableStyle(path),
  ];
}
