/**
 * The kinds of controls, and how they are written down. What a key accepts, its default and its range come
 * from `template.schema.json`.
 */

/** What a control looks like. */
export type Kind =
  | 'address'
  | 'alternative'
  | 'cell'
  | 'cells'
  | 'chart'
  | 'choice'
  | 'codeOptions'
  | 'color'
  | 'colors'
  | 'column'
  | 'columns'
  | 'corners'
  | 'entries'
  | 'list'
  | 'font'
  | 'fonts'
  | 'inks'
  | 'format'
  | 'number'
  | 'numbers'
  | 'paint'
  | 'palette'
  | 'paragraph'
  | 'pdfs'
  | 'position'
  | 'profile'
  | 'runs'
  | 'shadows'
  | 'shift'
  | 'source'
  | 'switch'
  | 'tags'
  | 'text'
  | 'totals'
  | 'unit'
  | 'visibility';

/** The control of a key. */
export interface Control {
  /** Keys in keys, such as `shadow.blur`. */
  readonly path: string;
  readonly kind: Kind;
  /** Numbers only: whether it is a length, which may be typed with a unit. */
  readonly isLength?: boolean;
  /** Numbers only: how far an arrow key goes. Default: 1. */
  readonly step?: number;
  /** Numbers only: the default in CSS pixels where the schema has none. */
  readonly presetPx?: number;
  /** Numbers only: whether it has to be there, though the schema also knows elements without it. */
  readonly isNeeded?: boolean;
  /** Whether it takes the whole width. */
  readonly isWide?: boolean;
  /** Paragraphs only: whether it is shown as one line in the end, so that Enter begins no other one. */
  readonly isOneLine?: boolean;
}

/** The control of a length. */
export const length = (path: string, more: Partial<Control> = {}): Control => ({
  path,
  kind: 'number',
  isLength: true,
  ...more,
});
/** The control of a number. */
export const number = (path: string, step = 1): Control => ({ path, kind: 'number', step });
/** The control of a choice. */
export const choice = (path: string): Control => ({ path, kind: 'choice' });
/** The control of a key, over the whole width. */
export const wide = (path: string, kind: Kind): Control => ({ path, kind, isWide: true });

/** The control of a text of one line, which takes as many as it needs in the panel. */
export const line = (path: string): Control => ({ ...wide(path, 'paragraph'), isOneLine: true });

/** The keys of a text's style, which runs have, too. */
export const style: readonly Control[] = [
  wide('fontFamily', 'font'),
  length('fontSize', { presetPx: 16 }),
  number('fontWeight', 100),
  choice('fontStyle'),
  choice('decoration'),
  { path: 'decorationColor', kind: 'color' },
  length('decorationThickness'),
  length('decorationOffset'),
  length('letterSpacing'),
  wide('fontFeatures', 'tags'),
  wide('fontVariations', 'tags'),
];

/** The keys of a shadow. */
export const shadowKeys: readonly Control[] = [
  length('x'),
  length('y'),
  length('blur'),
  length('spread'),
  { path: 'color', kind: 'color' },
  { path: 'inset', kind: 'switch' },
];

/** The keys of a table's texts, under those of its header, its rows, its total and its sums. */
export const tableStyle = (path: string): readonly Control[] => {
  const controls: readonly Control[] = [
    // Cells of rows have one column each.
    ...(path === 'body' || path === 'style' ? [] : [choice('spanAlign')]),
    wide('fontFamily', 'font'),
    // Header and total take it from the rows.
    length('fontSize', path === 'body' ? { presetPx: 16 } : {}),
    number('fontWeight', 100),
    choice('fontStyle'),
    choice('decoration'),
    choice('transform'),
    choice('hyphens'),
    { path: 'wrap', kind: 'switch' },
    choice('overflow'),
    length('minFontSize', path === 'body' ? { presetPx: 8 } : {}),
    length('letterSpacing'),
    number('lineHeight', 0.1),
    choice('verticalAlign'),
    { path: 'padding', kind: 'numbers', isLength: true },
    wide('fontFeatures', 'tags'),
    wide('fontVariations', 'tags'),
    wide('color', 'paint'),
    wide('fill', 'paint'),
  ];
  return controls.map((control) => ({ ...control, path: `${path}.${control.path}` }));
};

/** The keys of the style of a table's column, under its key. */
const columnStyle = tableStyle('style').filter(
  ({ path }) => !/\.(?:hyphens|wrap|overflow|minFontSize|lineHeight|padding)$/u.test(path),
);

/** The options of numbers, by Intl's names. */
export const numberOptions: readonly Control[] = [
  choice('style'),
  { path: 'currency', kind: 'text' },
  choice('currencyDisplay'),
  choice('currencySign'),
  { path: 'unit', kind: 'text' },
  choice('unitDisplay'),
  choice('notation'),
  choice('compactDisplay'),
  choice('signDisplay'),
  choice('roundingMode'),
  number('minimumIntegerDigits'),
  number('minimumFractionDigits'),
  number('maximumFractionDigits'),
  number('minimumSignificantDigits'),
  number('maximumSignificantDigits'),
  choice('trailingZeroDisplay'),
  { path: 'useGrouping', kind: 'switch' },
];

/** The options of dates, by Intl's names. */
export const dateOptions: readonly Control[] = [
  ...['dateStyle', 'timeStyle', 'weekday', 'era', 'year', 'month', 'day', 'hour', 'minute', 'second'].map(
    choice,
  ),
  { path: 'hour12', kind: 'switch' },
];

/** The controls within a control that edits an object or a list. */
export const parts: Partial<Readonly<Record<Kind, readonly Control[]>>> = {
  paint: [
    choice('type'),
    number('angle'),
    number('center.x', 0.01),
    number('center.y', 0.01),
    number('radius', 0.01),
    number('stops[].offset', 0.01),
    { path: 'stops[].color', kind: 'color' },
  ],
  format: [...numberOptions, ...dateOptions],
  columns: [
    wide('[].header', 'paragraph'),
    wide('[].value', 'paragraph'),
    wide('[].cell', 'cell'),
    length('[].width'),
    number('[].grow'),
    wide('[].visible', 'visibility'),
    choice('[].align'),
    { path: '[].wrap', kind: 'switch' },
    choice('[].overflow'),
    length('[].minFontSize'),
    wide('[].format', 'format'),
    ...columnStyle.map(inList),
  ],
  cell: [
    choice('type'),
    wide('src', 'source'),
    wide('value', 'paragraph'),
    wide('symbology', 'choice'),
    length('width'),
    length('height'),
    choice('fit'),
    length('tileWidth'),
    wide('position', 'position'),
    { path: 'cornerRadius', kind: 'corners', isLength: true, isWide: true },
    wide('options', 'codeOptions'),
    choice('errorCorrection'),
    number('options.version'),
    length('moduleSize'),
    length('barWidthReduction'),
    choice('bearerBars'),
    choice('moduleShape'),
    wide('logo.src', 'source'),
    number('logo.size', 0.01),
    number('margin'),
    { path: 'showText', kind: 'switch' },
    { path: 'color', kind: 'color' },
    { path: 'background', kind: 'color' },
    wide('colors', 'colors'),
    number('opacity', 0.01),
    wide('visible', 'visibility'),
    number('crop.x', 0.01),
    number('crop.y', 0.01),
    number('crop.width', 0.01),
    number('crop.height', 0.01),
    number('filters.grayscale', 0.1),
    number('filters.sepia', 0.1),
    number('filters.saturate', 0.1),
    number('filters.brightness', 0.1),
    number('filters.contrast', 0.1),
    length('filters.blur'),
    wide('href', 'address'),
    wide('alt', 'alternative'),
  ],
  totals: [
    wide('[].cells', 'cells'),
    { path: '[].span', kind: 'numbers', isWide: true },
    ...tableStyle('[]'),
  ],
  position: [number('x', 0.01), number('y', 0.01)],
  shadows: shadowKeys.map((control) => inList(control)),
  runs: [
    wide('[].text', 'paragraph'),
    { path: '[].icon', kind: 'source', isWide: true },
    { path: '[].ruby', kind: 'text' },
    wide('[].href', 'address'),
    ...[
      ...style,
      wide('color', 'paint'),
      { path: 'baselineShift', kind: 'shift', isLength: true } as const,
      { path: 'stroke.color', kind: 'color' } as const,
      length('stroke.width'),
      { path: 'highlight.color', kind: 'color' } as const,
      length('highlight.padding'),
      length('highlight.cornerRadius'),
    ].map(inList),
  ],
  fonts: [
    { path: '[].family', kind: 'text' },
    number('[].weight', 100),
    choice('[].style'),
    wide('[].src', 'source'),
  ],
  inks: [wide('[].name', 'text'), wide('[].cmyk', 'numbers')],
};

function inList(control: Control): Control {
  return { ...control, path: `[].${control.path}` };
}
