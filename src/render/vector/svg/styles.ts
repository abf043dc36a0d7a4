import { type SvgDocument, type SvgElement, UnsupportedSvg } from './document.ts';
import type { Viewport } from './shapes.ts';

/** Inherited CSS properties, unparsed. */
export type InheritedStyle = ReadonlyMap<string, string>;

/** An element's properties after the cascade: inherited ones and those that children do not inherit. */
export interface ElementStyle {
  readonly inherited: InheritedStyle;
  readonly own: ReadonlyMap<string, string>;
}

/** The style of an element whose parent has the inherited style `around`. */
export type StyleOf = (element: SvgElement, around: InheritedStyle) => ElementStyle;

interface Rule {
  readonly tag: string | null;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  readonly specificity: number;
  readonly declarations: readonly (readonly [name: string, value: string])[];
}

const inheritedProperties = new Set([
  'clip-rule',
  'color',
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'visibility',
]);
const ownProperties = new Set(['clip-path', 'display', 'opacity', 'stop-color', 'stop-opacity']);
/** Unsupported properties. They are accepted only with a neutral value. */
const refusedProperties = new Set([
  'clip',
  'color-interpolation',
  'filter',
  'marker',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'mask-image',
  'mix-blend-mode',
  'paint-order',
  'requiredExtensions',
  'requiredFeatures',
  'systemLanguage',
  'transform-box',
  'transform-origin',
  'vector-effect',
]);
const neutralValues = new Set(['none', 'normal', 'auto', 'srgb']);
/** Geometry, which is read from attributes only. */
const geometry = new Set(['x', 'y', 'cx', 'cy', 'r', 'rx', 'ry', 'd', 'width', 'height', 'transform']);

const SELECTOR = /^(\*|[a-z][\w-]*)?((?:[.#][\w-]+)*)$/iu;

/**
 * Implements the CSS cascade: presentation attributes, then style sheets (selectors of element names, classes
 * and ids), then `style` attributes. It and the returned function throw UnsupportedSvg for anything else.
 */
export function readStyles(document: SvgDocument): StyleOf {
  const rules = document.elements
    .filter(({ name }) => name === 'style')
    .flatMap((element) => readSheet(element))
    .sort((one, other) => one.specificity - other.specificity);
  return (element, around) => {
    const own = new Map<string, string>();
    const inherited = new Map(around);
    const set = (name: string, value: string): void => setProperty(own, inherited, around, name, value);
    for (const [name, value] of element.attributes) if (!geometry.has(name)) set(name, value);
    for (const rule of rules) {
      if (matches(rule, element)) for (const [name, value] of rule.declarations) set(name, value);
    }
    for (const [name, value] of readDeclarations(element.attributes.get('style') ?? '')) set(name, value);
    return { inherited, own };
  };
}

function setProperty(
  own: Map<string, string>,
  inherited: Map<string, string>,
  around: InheritedStyle,
  name: string,
  given: string,
): void {
  const value = given.trim();
  if (refusedProperties.has(name) && !neutralValues.has(value.toLowerCase())) throw new UnsupportedSvg(name);
  const isInherited = inheritedProperties.has(name);
  if (!isInherited && !ownProperties.has(name)) return;
  if (value === 'inherit' && isInherited) {
    const outer = around.get(name);
    if (outer === undefined) inherited.delete(name);
    else inherited.set(name, outer);
    return;
  }
  if (/^(?:inherit|initial|unset|revert|revert-layer)$|var\(|calc\(/iu.test(value)) {
    throw new UnsupportedSvg(`${name}: ${value}`);
  }
  (isInherited ? inherited : own).set(name, value);
}

function readSheet({ attributes, text }: SvgElement): Rule[] {
  const type = attributes.get('type') ?? 'text/css';
  if (type !== 'text/css' || attributes.has('media'))
    throw new UnsupportedSvg('a style sheet with a media query or another type');
  const css = removeComments(text);
  if (css.includes('@')) throw new UnsupportedSvg('an at-rule in a style sheet');
  const rules: Rule[] = [];
  // A regular expression over the whole sheet takes hours for some sheets of a few megabytes.
  const parts = css.split('}');
  const rest = parts.pop() ?? '';
  for (const part of parts) {
    const [selectors = '', body, ...more] = part.split('{');
    if (body === undefined || more.length > 0) throw new UnsupportedSvg('an invalid style sheet');
    const declarations = readDeclarations(body);
    for (const selector of selectors.split(','))
      rules.push({ ...readSelector(selector.trim()), declarations });
  }
  if (rest.trim() !== '') throw new UnsupportedSvg('an invalid style sheet');
  return rules;
}

function removeComments(css: string): string {
  const [first = '', ...parts] = css.split('/*');
  return [
    first,
    ...parts.map((part) => part.slice(part.indexOf('*/') < 0 ? part.length : part.indexOf('*/') + 2)),
  ].join(' ');
}

function readSelector(selector: string): Omit<Rule, 'declarations'> {
  const match = SELECTOR.exec(selector);
  if (match === null || selector === '') throw new UnsupportedSvg(`the selector ${selector}`);
  const tag = match[1] === undefined || match[1] === '*' ? null : match[1];
  const parts = (match[2] ?? '').match(/[.#][^.#]+/gu) ?? [];
  const named = (mark: string): string[] =>
    parts.filter((part) => part.startsWith(mark)).map((part) => part.slice(1));
  const [ids, classes] = [named('#'), named('.')];
  const specificity = 10_000 * ids.length + 100 * classes.length + (tag === null ? 0 : 1);
  return { tag, ids, classes, specificity };
}

function readDeclarations(css: string): (readonly [string, string])[] {
  const declarations: (readonly [string, string])[] = [];
  for (const declaration of removeComments(css).split(';')) {
    if (declaration.trim() === '') continue;
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (colon < 0 || geometry.has(name) || value.includes('!')) throw new UnsupportedSvg(declaration);
    declarations.push([name, value]);
  }
  return declarations;
}

function matches({ tag, ids, classes }: Rule, { name, attributes }: SvgElement): boolean {
  if (tag !== null && tag !== name) return false;
  if (!ids.every((id) => attributes.get('id') === id)) return false;
  const given = (attributes.get('class') ?? '').split(/\s+/u);
  return classes.every((each) => given.includes(each));
}

/** The parts of a document that reading its elements needs. */
export interface SvgContext {
  readonly document: SvgDocument;
  readonly styleOf: StyleOf;
  readonly viewport: Viewport;
}
