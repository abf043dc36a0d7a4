import type { ReadDocument, SvgNode } from './read-document.ts';
import { isPresentation } from './known-attributes.ts';
import { inheritedProperties, neutralValues } from './known-properties.ts';
import { readUserLength } from './lengths.ts';
import { matchesRule, readDeclarations, type StyleRule, type StyleSheets } from './style-sheets.ts';
import { lookUp } from '../look-up.ts';

/** The properties of an element after the cascade, unparsed but for the font's size. */
export type Style = ReadonlyMap<string, string>;

/** The style of the document around the root element. */
export const initialStyle: Style = new Map([['font-size', '16']]);

const sizeNames: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
};

/** Computes styles: presentation attributes, then style sheets, then `style` attributes (CSS Cascade 4). */
export class Styles {
  readonly #rules: readonly StyleRule[];
  /** Indices of rules by the first class that they want; '' for those that want none. */
  readonly #byClass: ReadonlyMap<string, readonly number[]>;
  readonly #declared = new Map<SvgNode, ReadonlyMap<string, string>>();

  constructor(sheets: StyleSheets) {
    this.#rules = sheets.rules;
    const byClass = Map.groupBy(sheets.rules.keys(), (index) => {
      return sheets.rules[index]?.compounds[0]?.classes[0] ?? '';
    });
    this.#byClass = byClass;
  }

  /** The style of an element whose parent has the style `around`. */
  of(node: SvgNode, around: Style): Style {
    const style = new Map<string, string>();
    for (const [name, value] of around) if (inheritedProperties.has(name)) style.set(name, value);
    for (const [name, value] of this.declared(node)) {
      if (value === 'inherit') {
        const outer = around.get(name);
        if (outer !== undefined) style.set(name, outer);
      } else if (/^(?:initial|unset|revert|revert-layer)$/iu.test(value)) {
        if (value.toLowerCase() === 'initial' || !inheritedProperties.has(name)) style.delete(name);
      } else style.set(name, value);
    }
    style.set('font-size', String(getFontSize(style.get('font-size'), Number(around.get('font-size')))));
    return style;
  }

  /** Rules that may apply to an element, in their order. */
  #candidates({ attributes }: SvgNode): StyleRule[] {
    const classes = new Set(['', ...(attributes.get('class') ?? '').split(/\s+/u)]);
    return [...classes]
      .flatMap((name) => this.#byClass.get(name) ?? [])
      .sort((one, other) => one - other)
      .flatMap((index) => this.#rules[index] ?? []);
  }

  /** The properties that an element declares itself, after the cascade. */
  declared(node: SvgNode): ReadonlyMap<string, string> {
    const known = this.#declared.get(node);
    if (known !== undefined) return known;
    const own = new Map<string, string>();
    const important = new Map<string, string>();
    for (const [name, value] of node.attributes)
      if (isPresentation(name)) for (const [key, each] of expand(name, value.trim())) own.set(key, each);
    const take = (name: string, value: string, isImportant: boolean) => {
      for (const [key, each] of expand(name, value)) (isImportant ? important : own).set(key, each);
    };
    for (const rule of this.#candidates(node)) {
      if (!matchesRule(rule, node)) continue;
      for (const { name, value, isImportant } of rule.declarations) take(name, value, isImportant);
    }
    for (const { name, value, isImportant } of readDeclarations(node.attributes.get('style') ?? ''))
      take(name, value, isImportant);
    for (const [name, value] of important) own.set(name, value);
    this.#declared.set(node, own);
    return own;
  }
}

/** Whether a property has a value that changes the picture. */
export function hasEffect(style: Style, name: string): boolean {
  const value = style.get(name);
  return value !== undefined && !(neutralValues.get(name) ?? ['none']).includes(value.toLowerCase());
}

/** The texts of all style sheets. */
export function readSheets(document: ReadDocument): string[] {
  return document.elements
    .filter(({ name, attributes }) => name === 'style' && isCss(attributes))
    .map(({ text }) => text);
}

function isCss(attributes: ReadonlyMap<string, string>): boolean {
  const media = attributes.get('media') ?? 'all';
  return (
    /^(?:text\/css)?$/iu.test((attributes.get('type') ?? '').trim()) && /^\s*(?:all|screen)\s*$/iu.test(media)
  );
}

function getFontSize(value: string | undefined, around: number): number {
  const named = lookUp(sizeNames, value ?? '');
  if (named !== undefined) return named;
  if (value === 'smaller') return around / 1.2;
  if (value === 'larger') return around * 1.2;
  const size = readUserLength(value, { whole: around, fontSize: around });
  return size === null || size < 0 ? around : size;
}

/** Shorthands as the properties that they stand for. */
function expand(name: string, value: string): (readonly [string, string])[] {
  if (name === 'font') return expandFont(value);
  if (name === 'marker') return ['start', 'mid', 'end'].map((end) => [`marker-${end}`, value] as const);
  if (name === 'text-decoration-line') return [['text-decoration', value]];
  if (name === 'mask-image') return [['mask', value]];
  if (name === 'white-space-collapse') return [['white-space', value === 'preserve' ? 'pre' : 'normal']];
  return [[name, value]];
}

const fontShorthand = new RegExp(
  String.raw`^(?<before>.*?)\s*(?<size>[\d.]+(?:px|pt|em|rem|mm|cm|in|pc|%))` +
    String.raw`(?:\s*/\s*[\w.%]+)?\s+(?<family>.+)$`,
  'su',
);

/** CSS Fonts 4, 2.7. */
function expandFont(value: string): (readonly [string, string])[] {
  const match = fontShorthand.exec(value.slice(0, 500));
  const { before = '', size, family } = match?.groups ?? {};
  if (size === undefined || family === undefined) return [];
  const words = before.split(/\s+/u);
  const weight = words.find((word) => /^(?:bold|bolder|lighter|[1-9]00)$/u.test(word)) ?? 'normal';
  const style = words.find((word) => /^(?:italic|oblique)$/u.test(word)) ?? 'normal';
  return [
    ['font-size', size],
    ['font-family', family],
    ['font-weight', weight],
    ['font-style', style],
  ];
}
