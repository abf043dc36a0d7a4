import sax from 'sax';

import { UNNAMED_FAMILIES } from '../fonts/fallback-families.ts';
import { GENERIC_FAMILIES, readFamilyNames } from '../../common/names/family-names.ts';
import { readSvgText } from '../../common/pictures/svg-text.ts';
import { expandEntities } from './prepare/entities.ts';
import { removeHarmlessParts } from './prepare/harmless-parts.ts';
import { prepareSvgText } from './prepare/prepare-svg.ts';

/** Something in an SVG that is not drawn as its author sees it in a browser. */
export interface SvgLoss {
  /** In words that continue "has …": `textPath`, `the font "Arial"`. */
  readonly feature: string;
  /** The id of the first element that has it; null without an id, and for style sheets. */
  readonly element: string | null;
}

/** More than these are hardly read. */
const MAX_LOSSES = 20;

const lostElements: ReadonlyMap<string, string> = new Map([
  ['textPath', 'textPath'],
  ['animate', 'animation'],
  ['animateMotion', 'animation'],
  ['animateTransform', 'animation'],
  ['set', 'animation'],
  ['meshgradient', 'meshgradient'],
  ['hatch', 'hatch'],
  ['font-face', 'an SVG font'],
]);
const lostAttributes = ['pathLength', 'textLength', 'transform-origin'];
/** Properties and values of CSS that the decoder ignores. Tried with librsvg 2.63. */
const lostStyles: readonly (readonly [feature: string, pattern: RegExp])[] = [
  ['var()', /var\(/iu],
  ['calc()', /\bcalc\(/iu],
  ['color-mix()', /\bcolor-mix\(/iu],
  ['light-dark()', /\blight-dark\(/iu],
  ['color()', /(?<![\w-])color\(/iu],
  ['oklch()', /\boklch\(/iu],
  ['oklab()', /\boklab\(/iu],
  ['lch()', /(?<!ok)\blch\(/iu],
  ['lab()', /(?<!ok)\blab\(/iu],
  ['colours relative to others', /\b(?:rgb|hsl|hwb)a?\(\s*from\b/iu],
  ['transform-origin', /(?<![\w-])transform-origin\s*:/iu],
  ['transform-box', /(?<![\w-])transform-box\s*:/iu],
  ['rotate as a property', /(?<![\w-])rotate\s*:/iu],
  ['scale as a property', /(?<![\w-])scale\s*:/iu],
  ['translate as a property', /(?<![\w-])translate\s*:/iu],
  ['d as a property', /(?<![\w-])d\s*:\s*path\(/iu],
  [
    'clip-path with a shape',
    /clip-path\s*[:=]\s*["']?\s*(?:inset|circle|ellipse|polygon|path|rect|xywh)\(/iu,
  ],
  ['animation', /(?<![\w-])animation(?:-name)?\s*:/iu],
  ['inline-size', /(?<![\w-])inline-size\s*:/iu],
];
/** More than one number. */
const isList = /\S[\s,]+\S/u;
const lostSheets: readonly (readonly [feature: string, pattern: RegExp])[] = [
  // A picture is drawn as on a light screen, so leaving these out is right.
  ['@media', /@media(?![^{}]{0,100}\b(?:dark|print)\b)/iu],
  ['@supports', /@supports/iu],
  ['@layer', /@layer/iu],
  ['@font-face', /@font-face/iu],
  ['the selectors :is(), :where() or :has()', /:(?:is|where|has)\(/iu],
];

/** The families that pictures are drawn in: `src/renderer/fonts.conf`. */
const catalogue: ReadonlySet<string> = new Set([
  ...[...UNNAMED_FAMILIES, ...GENERIC_FAMILIES.values()].map((name) => name.toLowerCase()),
  ...GENERIC_FAMILIES.keys(),
]);
const familyPattern = /font-family\s*:\s*([^;}]*)/giu;
const fontPattern = /(?<![\w-])font\s*:[^;}]*?\d(?:px|pt|em|rem|%)?(?:\s*\/\s*[\d.]+\w*)?\s+([^;}]*)/giu;

/**
 * What is lost when an SVG is drawn, once for each feature, in the order of the document. The text need not
 * be well-formed; checks of its own refuse it then.
 */
export function svgLosses(bytes: Uint8Array): SvgLoss[] {
  const losses = new Map<string, SvgLoss>();
  const report = (feature: string, element: string | null) => {
    if (!losses.has(feature) && losses.size < MAX_LOSSES) losses.set(feature, { feature, element });
  };
  const find = (css: string, patterns: typeof lostStyles, element: string | null) => {
    for (const [feature, pattern] of patterns) if (pattern.test(css)) report(feature, element);
  };
  const families: { readonly list: string; readonly element: string | null }[] = [];
  const collectFamilies = (css: string, element: string | null) => {
    for (const pattern of [familyPattern, fontPattern])
      for (const [, list = ''] of css.matchAll(pattern)) families.push({ list, element });
  };

  let textDepth = 0;
  let hasText = false;
  const open: string[] = [];
  const reader = sax.parser(true, { trim: false });
  reader.onerror = (error) => {
    throw error;
  };
  reader.onopentag = ({ name, attributes }) => {
    const local = name.replace(/^.*:/u, '');
    open.push(local);
    const given = new Map(Object.entries(attributes).map(([key, value]) => [key, String(value)]));
    const id = given.get('id') ?? null;
    if (local === 'text') {
      textDepth += 1;
      hasText = true;
    }
    const lost = lostElements.get(local);
    if (lost !== undefined) report(lost, id);
    for (const key of lostAttributes) {
      if (given.has(key) && !(key === 'textLength' && local === 'textPath')) report(key, id);
    }
    if (textDepth > 0 && ['x', 'y', 'dx', 'dy'].some((key) => isList.test(given.get(key) ?? '')))
      report('places of single letters', id);
    if (given.has('rotate') && textDepth > 0) report('rotate of letters', id);
    for (const [key, value] of given) if (key !== 'style') find(`${key}=${value}`, lostStyles, id);
    const style = given.get('style');
    if (style !== undefined) {
      find(style, lostStyles, id);
      collectFamilies(style, id);
    }
    const list = given.get('font-family');
    if (list !== undefined) families.push({ list, element: id });
  };
  reader.onclosetag = (name) => {
    open.pop();
    if (name.replace(/^.*:/u, '') === 'text') textDepth -= 1;
  };
  reader.ontext = reader.oncdata = (text) => {
    if (open.at(-1) === 'style') {
      find(text, lostStyles, null);
      find(text, lostSheets, null);
      collectFamilies(text, null);
    } else if (textDepth > 0 && /\p{Emoji_Presentation}|\uFE0F/u.test(text))
      report('emoji in its text', null);
  };
  try {
    const svgText = readSvgText(bytes);
    for (const { feature, element } of removeHarmlessParts(expandEntities(svgText)).removed)
      if (feature !== null) report(feature, element);
    reader.write(prepareSvgText(svgText)).close();
  } catch {
    return [];
  }
  if (hasText) for (const { list, element } of families) reportFamily(list, element, report);
  return [...losses.values()];
}

/** A loss in words that continue the name of its file. */
export function describeSvgLoss({ feature, element }: SvgLoss): string {
  const place = element === null ? '' : ` (element "${element}" of the SVG)`;
  return `has ${feature}${place}. SVG pictures are drawn without it.`;
}

/** Text in a picture is drawn with the catalogue's fonts only. */
function reportFamily(
  list: string,
  element: string | null,
  report: (feature: string, element: string | null) => void,
): void {
  const [first = ''] = readFamilyNames(list);
  const isNamed = first !== '' && !/^(?:inherit|initial|unset|monospace|cursive|fantasy)$/iu.test(first);
  if (isNamed && !catalogue.has(first.toLowerCase()))
    report(`the font "${first.slice(0, 60)}", which SVG pictures do not have`, element);
}
