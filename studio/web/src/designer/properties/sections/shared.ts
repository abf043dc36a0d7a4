/** Sections that several types of elements, and pages, have. */
import { choice, length, number, shadowKeys, wide, type Control } from '../../fields/controls.ts';
import type { ControlSection } from './section-types.ts';

/** Place and size. */
export const box: ControlSection = {
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

/** The least and the greatest size. */
export const limits: ControlSection = {
  name: 'limits',
  controls: [length('minWidth'), length('maxWidth'), length('minHeight'), length('maxHeight')],
};

const sides = { kind: 'numbers', isLength: true, isWide: true } as const;

/** How an element stands in a layout. */
export const inLayout: ControlSection = {
  name: 'inLayout',
  controls: [
    number('grow'),
    choice('alignSelf'),
    choice('position'),
    { path: 'margin', ...sides },
    { path: 'keepTogether', kind: 'switch' },
    { path: 'keepWithNext', kind: 'switch' },
    { path: 'breakBefore', kind: 'switch' },
  ],
};

/** The list that something is repeated for. */
export const repeat: ControlSection = {
  name: 'repeat',
  objectKey: 'repeat',
  controls: [
    wide('repeat.each', 'list'),
    { path: 'repeat.as', kind: 'text' },
    { path: 'repeat.index', kind: 'text' },
  ],
};

/** Distances from the edges around. */
export const pin: ControlSection = {
  name: 'pin',
  objectKey: 'pin',
  controls: [length('pin.left'), length('pin.right'), length('pin.top'), length('pin.bottom')],
};

/** How the elements inside are placed. */
export const layout: ControlSection = {
  name: 'layout',
  objectKey: 'layout',
  controls: [
    choice('layout.direction'),
    choice('layout.inlineDirection'),
    choice('layout.align'),
    choice('layout.justify'),
    length('layout.gap'),
    length('layout.rowGap'),
    { path: 'layout.wrap', kind: 'switch' },
    { path: 'layout.padding', ...sides },
  ],
};

/** How an element is put on what is behind it. */
export const appearance: ControlSection = {
  name: 'appearance',
  controls: [
    choice('blendMode'),
    length('blur'),
    length('backdropBlur'),
    { path: 'overprint', kind: 'switch' },
    wide('visible', 'visibility'),
  ],
};

/** One shadow, or several. */
export const shadow: ControlSection = {
  name: 'shadow',
  objectKey: 'shadow',
  controls: [
    ...shadowKeys.map((control) => ({ ...control, path: `shadow.${control.path}` })),
    wide('shadow', 'shadows'),
  ],
};

/** The paint of a shape. */
export const fill: ControlSection = { name: 'fill', controls: [wide('fill', 'paint')] };

/** The outline of a text. */
export const textStroke: ControlSection = {
  name: 'stroke',
  objectKey: 'stroke',
  controls: [{ path: 'stroke.color', kind: 'color' }, length('stroke.width')],
};

/** The outline of a shape. */
export const stroke: ControlSection = {
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

/** The radii of corners. */
export const corners: Control = { path: 'cornerRadius', kind: 'corners', isLength: true, isWide: true };

/** The shape through which something is seen. */
export const mask: ControlSection = {
  name: 'mask',
  objectKey: 'mask',
  controls: [
    wide('mask.d', 'paragraph'),
    { path: 'mask.viewBox', kind: 'numbers', isWide: true },
    choice('mask.fillRule'),
    wide('mask.src', 'source'),
  ],
};
