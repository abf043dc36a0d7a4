import type { TemplateBuilder } from '../builder.ts';
import type { TextMeasure } from '../measure-text.ts';
import type { ColorScheme } from './colors.ts';
import type { Part, Presentation } from './package.ts';
import type { XmlNode } from './xml.ts';

/** A slide, a layout or a master, with what its colours and fonts mean. */
export interface Sheet {
  readonly part: Part;
  readonly scheme: ColorScheme;
  readonly theme: XmlNode | undefined;
}

/** What all shapes of a slide need. */
export interface SlideContext {
  readonly builder: TemplateBuilder;
  readonly measure: TextMeasure;
  readonly file: Presentation;
  readonly sheet: Sheet;
  /** Of the slide, from its own layout on to its master. */
  readonly parents: readonly Sheet[];
  /** Styles of texts that have no place: those of the presentation. */
  readonly defaultStyle: XmlNode | undefined;
  readonly tableStyles: XmlNode | undefined;
  /** The names of shapes, each once. */
  readonly names: ReadonlyMap<XmlNode, string>;
  /** Families that stand in for others. */
  readonly standIns: Set<string>;
  /** Whether texts are proposed: those of a layout behind a slide are not. */
  readonly isOwn: boolean;
}

/** A shape after those of the master and the layout that it takes its place and looks from. */
export type ShapeChain = readonly XmlNode[];

/** English metric units of a pixel at 96 dpi. */
export const emuPerPx = 9_525;

/** Points are a 72th of an inch. */
export const pxPerPoint = 96 / 72;

/** The name of a shape. */
export function readName({ names }: Pick<SlideContext, 'names'>, shape: XmlNode): string {
  return names.get(shape) ?? shape.attributes['name'] ?? shape.name;
}
