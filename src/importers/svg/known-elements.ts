import { isKnownAttribute } from './known-attributes.ts';
import { inheritedProperties, isKnownProperty, lostProperties } from './known-properties.ts';
import type { SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import { hasEffect } from './styles.ts';
import { lookUp } from '../look-up.ts';

/** Elements that become elements of the template, or contain such. */
const drawn = new Set([
  'a',
  'circle',
  'ellipse',
  'flowRoot',
  'g',
  'image',
  'line',
  'path',
  'polygon',
  'polyline',
  'rect',
  'svg',
  'switch',
  'text',
  'use',
]);

/** Elements that are read where others refer to them, or that mean nothing for the picture. */
const silent = new Set([
  'clipPath',
  'color-profile',
  'cursor',
  'defs',
  'desc',
  'filter',
  'font',
  'font-face',
  'linearGradient',
  'marker',
  'mask',
  'metadata',
  'missing-glyph',
  'mpath',
  'pattern',
  'radialGradient',
  'solidColor',
  'style',
  'symbol',
  'title',
  'view',
  'hatch',
  'meshgradient',
  'glyph',
]);

const reasons: Readonly<Record<string, string>> = {
  animate: 'A picture does not move.',
  animateMotion: 'A picture does not move.',
  animateTransform: 'A picture does not move.',
  set: 'A picture does not move.',
  animateColor: 'A picture does not move.',
  script: 'Scripts are not run.',
  foreignObject: 'It contains another kind of document.',
};

/** Lists unknown and lost attributes of an element. Returns whether it is converted. */
export function loseUnknown(scope: Scope, node: SvgNode): boolean {
  const { name, attributes } = node;
  if (silent.has(name)) return false;
  if (!drawn.has(name)) {
    scope.lose(`<${name}>`, lookUp(reasons, name) ?? 'There is no such element.');
    return false;
  }
  for (const [key] of attributes) if (!isKnownAttribute(key)) scope.lose(key, 'It is not known.');
  const declared = scope.design.styles.declared(node);
  for (const [key, value] of declared) {
    const reason = lostProperties.get(key);
    if (reason !== undefined && hasEffect(new Map([[key, value]]), key)) scope.lose(key, reason);
    else if (!isKnownProperty(key) && !inheritedProperties.has(key)) scope.lose(key, 'It is not known.');
  }
  for (const child of node.children)
    if (lookUp(reasons, child.name) === 'A picture does not move.' && name !== 'g' && name !== 'svg')
      scope.lose(`<${child.name}>`, 'A picture does not move.');
  return true;
}
