/** The properties and attributes of SVG that are known, in the spirit of a schema. */

export const inheritedProperties: ReadonlySet<string> = new Set([
  ...['clip-rule', 'color', 'cursor', 'direction', 'dominant-baseline', 'fill', 'fill-opacity', 'fill-rule'],
  ...['font-family', 'font-feature-settings', 'font-kerning', 'font-size', 'font-stretch', 'font-style'],
  ...['font-variant', 'font-variant-caps', 'font-variation-settings', 'font-weight', 'image-rendering'],
  ...['letter-spacing', 'line-height', 'marker-end', 'marker-mid', 'marker-start', 'paint-order'],
  ...['stroke', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-linecap', 'stroke-linejoin'],
  ...['stroke-miterlimit', 'stroke-opacity', 'stroke-width', 'text-anchor', 'text-transform', 'visibility'],
  ...['white-space', 'word-spacing', 'writing-mode', 'xml:space'],
]);

/** Properties that are read and that children do not inherit. */
const ownProperties = [
  ...['alignment-baseline', 'baseline-shift', 'clip-path', 'display', 'filter', 'flood-color', 'isolation'],
  ...['flood-opacity', 'lighting-color', 'mask', 'mask-type', 'mix-blend-mode', 'opacity', 'overflow'],
  ...['stop-color', 'stop-opacity', 'text-decoration', 'transform', 'vector-effect', 'width', 'height', 'x'],
  ...['y', 'cx', 'cy', 'r', 'rx', 'ry', 'd', 'font', 'marker', 'text-decoration-line', 'mask-image', 'fill'],
  ...['transform-box', 'transform-origin'],
];

/** Properties that change nothing in a picture, or only how its drawing is optimised. */
const ignored = [
  ...['-webkit-print-color-adjust', 'animation-play-state', 'backface-visibility', 'color-adjust'],
  ...['color-interpolation', 'color-profile', 'color-rendering', 'enable-background', 'font-size-adjust'],
  ...['font-optical-sizing', 'font-synthesis', 'font-variant-alternates', 'font-variant-east-asian'],
  ...[
    'font-variant-ligatures',
    'font-variant-numeric',
    'font-variant-position',
    'glyph-orientation-vertical',
  ],
  ...[
    'inline-size',
    'margin',
    'padding',
    'pointer-events',
    'shape-padding',
    'shape-rendering',
    'shape-inside',
  ],
  ...['shape-margin', 'solid-color', 'solid-opacity', 'text-align', 'text-align-last', 'text-indent'],
  ...[
    'text-decoration-color',
    'text-decoration-style',
    'text-orientation',
    'text-overflow',
    'text-rendering',
  ],
  ...['transition', 'user-select', 'white-space-collapse', 'will-change', 'block-progression'],
  ...[
    'marker-offset',
    'stroke-linecap',
    'background',
    'background-color',
    'border',
    'position',
    'top',
    'left',
  ],
  ...[
    'color-interpolation-filters',
    'glyph-orientation-horizontal',
    'clip',
    'kerning',
    'box-sizing',
    'z-index',
  ],
  ...[
    'unicode-bidi',
    'font-variant-emoji',
    'text-wrap',
    'max-width',
    'max-height',
    'fill-color',
    'stroke-color',
  ],
  ...['margin-top', 'margin-bottom', 'margin-left', 'margin-right', 'display-align', 'line-increment'],
  ...[
    'vertical-align',
    'object-fit',
    'outline',
    '-webkit-font-smoothing',
    '-moz-osx-font-smoothing',
    'content',
  ],
  ...['pointer', 'text-size-adjust', '-webkit-text-size-adjust', 'counter-reset', 'src', 'unicode-range'],
];

/** Properties that change a picture and are not converted, by what is lost. Other values than these are. */
export const lostProperties: ReadonlyMap<string, string> = new Map([
  ['animation', 'A picture does not move.'],
  ['animation-name', 'A picture does not move.'],
  ['backdrop-filter', 'What lies behind is drawn as it is.'],
  ['font-stretch', 'The font has its normal width.'],
  ['font-variation-settings', 'The font has its normal shape.'],
  ['image-rendering', 'The picture is scaled smoothly.'],
  ['perspective', 'The element is drawn flat.'],
  ['rotate', 'The element is not turned by it.'],
  ['scale', 'The element is not scaled by it.'],
  ['text-shadow', 'The text has no shadow.'],
  ['translate', 'The element is not moved by it.'],
]);

/** Values that mean the same as no value, for properties with others than `none`. */
export const neutralValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['font-stretch', ['normal', '100%']],
  ['font-variation-settings', ['normal']],
  ['image-rendering', ['auto', 'smooth', 'optimizequality', 'optimizespeed']],
  ['mix-blend-mode', ['normal']],
  ['word-spacing', ['normal', '0', '0px']],
  ['vector-effect', ['none', 'non-scaling-stroke']],
  ['writing-mode', ['lr', 'lr-tb', 'horizontal-tb', 'rl', 'rl-tb']],
]);

const knownProperties = new Set([
  ...inheritedProperties,
  ...ownProperties,
  ...ignored,
  ...lostProperties.keys(),
]);

/** Attributes of elements that are read, or that mean nothing for the picture. */
const knownAttributes = new Set([
  ...['amplitude', 'baseProfile', 'class', 'clipPathUnits', 'contentScriptType', 'contentStyleType', 'cx'],
  ...['cy', 'd', 'data-name', 'download', 'dx', 'dy', 'fr', 'fx', 'fy', 'gradientTransform', 'gradientUnits'],
  ...['height', 'href', 'hreflang', 'id', 'in', 'in2', 'k1', 'k2', 'k3', 'k4', 'lang', 'lengthAdjust'],
  ...[
    'markerHeight',
    'markerUnits',
    'markerWidth',
    'maskContentUnits',
    'maskUnits',
    'media',
    'method',
    'mode',
  ],
  ...['offset', 'operator', 'order', 'orient', 'patternContentUnits', 'patternTransform', 'patternUnits'],
  ...['points', 'preserveAspectRatio', 'r', 'radius', 'refX', 'refY', 'rel', 'requiredExtensions', 'result'],
  ...['requiredFeatures', 'role', 'rotate', 'rx', 'ry', 'side', 'spacing', 'spreadMethod', 'startOffset'],
  ...[
    'stdDeviation',
    'style',
    'systemLanguage',
    'tabindex',
    'tableValues',
    'target',
    'textLength',
    'transform',
  ],
  ...['type', 'values', 'version', 'viewBox', 'width', 'x', 'x1', 'x2', 'xChannelSelector', 'xml:space', 'y'],
  ...[
    'y1',
    'y2',
    'yChannelSelector',
    'zoomAndPan',
    'space',
    'path',
    'crossorigin',
    'focusable',
    'title',
    'src',
  ],
  ...[
    'filterUnits',
    'primitiveUnits',
    'filterRes',
    'externalResourcesRequired',
    'overflow',
    'decoding',
    'name',
  ],
  ...['align', 'xmlns', 'primitiveunits', 'nodetypes', 'label', 'description', 'type-id', 'alt', 'loading'],
]);

/** Whether an attribute is a property of CSS, so that style sheets go before it. */
export function isPresentation(name: string): boolean {
  if (['xml:space', 'mask', 'overflow'].includes(name)) return true;
  return knownProperties.has(name) && !knownAttributes.has(name);
}

/** Whether an attribute without a namespace is known. */
export function isKnownAttribute(name: string): boolean {
  return knownAttributes.has(name) || knownProperties.has(name) || /^(?:data-|aria-|on|xmlns)/iu.test(name);
}

/** Whether a property is known. Those of one program begin with a dash. */
export function isKnownProperty(name: string): boolean {
  return knownProperties.has(name) || name.startsWith('-');
}
