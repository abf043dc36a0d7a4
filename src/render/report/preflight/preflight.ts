/** Preflight: what a printer would warn about, for templates for print. */
import type { ImageInfo } from '../../images/decode.ts';
import { inksOf, type Inks } from '../../inks/ink-color.ts';
import type { RenderWarning } from '../../layout-report.ts';
import type { SceneBarcode, SceneQrCode } from '../../scene/codes.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { SceneImage } from '../../scene/image.ts';
import type { Scene } from '../../scene/scene.ts';
import { parseColor } from '../../color-channels.ts';
import type { DrawnCode } from '../../codes/draw-code.ts';
import type { PageElement } from '../page-elements.ts';
import { findCodeFault } from './code-inks.ts';
import type { Fault, PreflightResources, ReadPlates } from './fault.ts';
import { findMarkFaults } from './fine-marks.ts';
import { findFontFaults } from './font-licences.ts';
import { findEdgeFault, findPageFault } from './page-edges.ts';
import { findResolutionFault } from './picture-resolution.ts';
import { findKeptGreys, platesOf, type Plates } from './plates.ts';
import { marksOf, type Mark } from './printed-marks.ts';
import { InkStack } from './ink-stack.ts';

/** What else depends on the reader of a page: nothing that a press could do wrong. */
const HINTS: ReadonlySet<string> = new Set(['TEXT_SHRUNK', 'DEFAULT_USED', 'LINK_LEFT_OUT']);

/** The preflight of one page, whose elements are looked at in drawing order. */
export class Preflight {
  readonly #scene: Scene;
  readonly #resources: PreflightResources;
  readonly #onPage: Pick<RenderWarning, 'page'>;
  readonly #plates: ReadPlates;
  readonly #stack: InkStack;
  /** Of each kind in a table or repeat the first warning, and how many elements have it. */
  readonly #counts = new Map<string, { readonly first: RenderWarning; count: number }>();
  readonly #fonts = new Set<string>();

  constructor(scene: Scene, resources: PreflightResources, onPage: Pick<RenderWarning, 'page'>) {
    this.#scene = scene;
    this.#resources = resources;
    this.#onPage = onPage;
    this.#plates = readPlates(scene, resources);
    this.#stack = new InkStack(scene, resources, this.#plates);
  }

  /** What is wrong with the background of the page, which is named by its key in the document. */
  pageWarnings(): RenderWarning[] {
    const faults = [findPageFault(this.#scene), this.#stack.findPageFault()];
    return faults.flatMap((fault) => (fault === null ? [] : this.#toWarning('background', fault)));
  }

  /** What is wrong with an element, except for the pixels of its pictures. */
  warningsOf(placed: PageElement): RenderWarning[] {
    const { element } = placed;
    const marks = marksOf(placed, this.#resources).flatMap((mark) => {
      const colors = mark.colors.filter((color) => parseColor(color)[3] > 0);
      return colors.length === 0 ? [] : { ...mark, colors };
    });
    const faults: (Fault | null)[] = [
      ...findMarkFaults(marks, (color) => this.#plates(element, color), this.#scene.unit),
      this.#stack.findFault(placed, marks),
      isCutLine(placed, marks) ? null : findEdgeFault(placed, marks, this.#scene, this.#resources.texts),
      ...findFontFaults(marks, this.#resources.fonts, this.#fonts),
    ];
    return this.#firstOf(placed, faults);
  }

  /** Whether a picture of an element has enough pixels for its size on the page. `name`: in words. */
  pictureWarnings(placed: PageElement, image: SceneImage, info: ImageInfo, name: string): RenderWarning[] {
    return this.#firstOf(placed, [findResolutionFault(placed, image, info, name)]);
  }

  /** Whether a code is too small for the number of its inks. */
  codeWarnings(placed: PageElement, { color }: SceneQrCode | SceneBarcode, code: DrawnCode): RenderWarning[] {
    return this.#firstOf(placed, [findCodeFault(code, this.#plates(placed.element, color))]);
  }

  /** All warnings of the page with their severity, and how many elements of a list have the same. */
  finish(warnings: readonly RenderWarning[]): RenderWarning[] {
    const counts = new Map([...this.#counts.values()].map(({ first, count }) => [first, count]));
    return warnings.map((warning) => {
      const { code, detail, severity = HINTS.has(code) ? 'advice' : 'error' } = warning;
      const others = (counts.get(warning) ?? 1) - 1;
      const more = others === 1 ? '1 more element has' : `${others} more elements have`;
      return {
        ...warning,
        severity,
        detail: others === 0 ? detail : `${detail} In its list ${more} the same.`,
      };
    });
  }

  /** Of the same warnings in a table or repeat the first one; others are counted. */
  #firstOf({ element, groups }: PageElement, faults: readonly (Fault | null)[]): RenderWarning[] {
    const holder = findHolder([...groups.map(({ group }) => group), element]);
    return faults.flatMap((fault) => {
      if (fault === null) return [];
      const warning = this.#toWarning(element.id, fault);
      if (holder === null) return [warning];
      const key = `${fault.code} ${fault.severity} ${holder}`;
      const known = this.#counts.get(key);
      if (known === undefined) this.#counts.set(key, { first: warning, count: 1 });
      else known.count += 1;
      return known === undefined ? [warning] : [];
    });
  }

  #toWarning(elementId: string, { code, detail, severity }: Fault): RenderWarning {
    return { code, elementId, detail, severity, ...this.#onPage };
  }
}

function readPlates(scene: Scene, { texts, press: { profile } }: PreflightResources): ReadPlates {
  const keepsGreys = findKeptGreys(scene, texts);
  const known = new Map<string, Plates>();
  return (element, color) => {
    const keeps = keepsGreys(element);
    const key = `${keeps} ${color}`;
    const found = known.get(key) ?? platesOf(color, profile, keeps);
    known.set(key, found);
    return found;
  };
}

/** Whether an element is a line for a machine, such as a cut contour: it overprints in a spot ink alone. */
function isCutLine({ element, groups }: PageElement, marks: readonly Mark[]): boolean {
  const chain = [element, ...groups.map(({ group }) => group).toReversed()];
  if (chain.find(({ overprint }) => overprint !== undefined)?.overprint !== true) return false;
  return marks.every(
    ({ kind, colors }) => kind === 'line' && colors.every((color) => isSpotAlone(inksOf(color))),
  );
}

function isSpotAlone(inks: Inks | null): boolean {
  return inks !== null && inks.spots.length > 0 && inks.cmyk.every((part) => part === 0);
}

/** The table that an element stands in, or what is repeated; null: neither. */
function findHolder(chain: readonly SceneElement[]): string | null {
  for (const each of chain) {
    if (each.type === 'group' && each.table !== undefined) return each.id;
    if (each.isEntry === true) return each.id.replace(/\[\d+\]$/u, '');
  }
  return null;
}
