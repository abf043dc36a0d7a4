/** How much ink lies on the paper, with what overprints and multiplies. */
import { parseColor } from '../../color-channels.ts';
import { blends } from '../../draw/blending.ts';
import { colorsIn, paintsOf, usesInks } from '../../inks/element-colors.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { Color, Paint } from '../../scene/paint.ts';
import type { Scene } from '../../scene/scene.ts';
import { pageElements, type PageElement } from '../page-elements.ts';
import type { Fault, PreflightResources, ReadPlates } from './fault.ts';
import { inkLimit, type InkLimit } from './ink-limits.ts';
import { areaOf, paintedPoints, type Covers } from './painted-points.ts';
import { describeInks, isOnlyBlack, totalInk, type Plates } from './plates.ts';
import type { Mark } from './printed-marks.ts';

/** How a paint meets the inks below it. */
type Mode = 'knockout' | 'overprint' | 'multiply';

/** Inks as opaque as they are on the page. */
interface Coat {
  readonly plates: Plates;
  readonly alpha: number;
}

/** A paint of the page. `element`: null for its background. */
interface Layer extends Coat {
  readonly element: SceneElement | null;
  readonly covers: Covers;
  readonly mode: Mode;
}

/** Amounts are rounded to whole percent. */
const TOLERANCE = 0.005;
/** Black letters overprint by themselves. Smaller ones hold too little ink to matter. */
const LARGE_TEXT_PX = 32;

/** The paints of a page, back to front. */
export class InkStack {
  readonly #scene: Scene;
  readonly #texts: PreflightResources['texts'];
  readonly #plates: ReadPlates;
  /** A page that blends in sRGB is separated afterwards. */
  readonly #blendsInInks: boolean;
  readonly #limit: InkLimit;
  #layers: readonly Layer[] | null = null;

  constructor(scene: Scene, { texts, press }: PreflightResources, plates: ReadPlates) {
    this.#scene = scene;
    this.#texts = texts;
    this.#plates = plates;
    this.#blendsInInks = !blends(scene.elements) || usesInks(scene.elements, scene.background);
    this.#limit = inkLimit(press);
  }

  /** The warning about the background of the page; null: it has less ink than the limit. */
  findPageFault(): Fault | null {
    const [background] = this.#backgroundLayer();
    if (background === undefined || !this.#isTooMuch(background)) return null;
    return this.#describe(background.plates, null);
  }

  /** The warning about an element with more ink than the paper takes; null: it has less. */
  findFault(placed: PageElement, marks: readonly Mark[]): Fault | null {
    const { element, matrix } = placed;
    const own = this.#heaviest(placed, [
      ...paintsOf(element).flatMap(colorsIn),
      ...marks.flatMap(({ colors }) => colors),
    ]);
    if (own === null) return null;
    if (this.#isTooMuch(own)) return this.#describe(own.plates, null);
    const mode = this.#modeOf(placed, own.plates);
    if (mode === 'knockout') return null;
    this.#layers ??= [
      ...this.#backgroundLayer(),
      ...pageElements(this.#scene.elements).flatMap((each) => this.#layerOf(each)),
    ];
    const layout = element.type === 'text' ? this.#texts.get(element) : undefined;
    const place = this.#layers.findIndex((layer) => layer.element === element);
    const under = this.#layers.slice(0, place < 0 ? this.#countBelow(element) : place);
    let worst: { readonly plates: Plates; readonly below: Layer | undefined } | null = null;
    for (const [x, y] of paintedPoints(element, matrix, layout)) {
      const below = under.filter(({ covers }) => covers(x, y));
      const plates = [...below, { ...own, mode }].reduce<Plates>(lay, new Map());
      if (worst === null || totalInk(plates) > totalInk(worst.plates))
        worst = { plates, below: below.findLast((layer) => totalInk(layer.plates) > 0) };
    }
    if (worst === null || !this.#isTooMuch({ plates: worst.plates, alpha: 1 })) return null;
    return this.#describe(worst.plates, worst.below ?? null);
  }

  /** How many layers are below an element that is no layer. */
  #countBelow(element: SceneElement): number {
    const order = pageElements(this.#scene.elements).map((each) => each.element);
    const below = new Set<SceneElement | null>(order.slice(0, order.indexOf(element)));
    return (this.#layers ?? []).filter((layer) => layer.element === null || below.has(layer.element)).length;
  }

  #isTooMuch({ plates, alpha }: Coat): boolean {
    return totalInk(plates) * alpha > this.#limit.share + TOLERANCE;
  }

  /** The colour with the most ink. */
  #heaviest(
    { element, groups }: Pick<PageElement, 'element' | 'groups'>,
    colors: readonly Color[],
  ): Coat | null {
    const chain = [element, ...groups.map(({ group }) => group)];
    const around = chain.reduce((all, { opacity }) => all * Math.min(1, opacity), 1);
    const coats = colors.map((color): Coat => {
      return { plates: this.#plates(element, color), alpha: (around * parseColor(color)[3]) / 255 };
    });
    const inkIn = ({ plates, alpha }: Coat): number => totalInk(plates) * alpha;
    return coats
      .filter(({ alpha }) => alpha > 0)
      .reduce<Coat | null>((most, each) => (most === null || inkIn(each) > inkIn(most) ? each : most), null);
  }

  #modeOf({ element, groups }: Pick<PageElement, 'element' | 'groups'>, plates: Plates): Mode {
    const chain = [element, ...groups.map(({ group }) => group).toReversed()];
    if (this.#blendsInInks && chain.some(({ blendMode }) => blendMode === 'multiply')) return 'multiply';
    const given = chain.find(({ overprint }) => overprint !== undefined)?.overprint;
    if (given !== undefined) return given ? 'overprint' : 'knockout';
    const isLarge = element.type === 'text' && element.runs.some(({ fontSize }) => fontSize >= LARGE_TEXT_PX);
    return isLarge && isOnlyBlack(plates) ? 'overprint' : 'knockout';
  }

  #backgroundLayer(): Layer[] {
    const { background } = this.#scene;
    if (background === null) return [];
    const coats = colorsIn(background).map((color): Coat => {
      return { plates: this.#plates(null, color), alpha: parseColor(color)[3] / 255 };
    });
    const most = coats.toSorted((a, b) => totalInk(b.plates) * b.alpha - totalInk(a.plates) * a.alpha)[0];
    if (most === undefined) return [];
    return [{ element: null, covers: () => true, mode: 'knockout', ...most }];
  }

  #layerOf(placed: PageElement): Layer[] {
    const { element, matrix, clips } = placed;
    const fill = fillOf(element);
    const coat = fill === null ? null : this.#heaviest(placed, colorsIn(fill));
    if (coat === null) return [];
    const areas = [
      areaOf(element, matrix),
      ...clips.map((clip) => areaOf(clip.group, clip.matrix, clip.group.clip === 'ellipse')),
    ];
    const covers: Covers = (x, y) => areas.every((area) => area(x, y));
    return [{ element, covers, mode: this.#modeOf(placed, coat.plates), ...coat }];
  }

  #describe(plates: Plates, below: Layer | null): Fault {
    const { name, share } = this.#limit;
    const over =
      below === null ? '' : below.element === null ? ' over the background' : ` over "${below.element.id}"`;
    return {
      code: 'INK_EXCEEDED',
      severity: 'error',
      detail:
        `It has ${percent(totalInk(plates))} of ink${over} (${describeInks(plates)}), ` +
        `and paper of ${name} takes ${percent(share)}: ` +
        'more does not dry, and comes off on other sheets. Use less of its inks.',
    };
  }
}

/** What lies on the paper once a coat is printed. */
function lay(below: Plates, { plates, alpha, mode }: Coat & { readonly mode: Mode }): Plates {
  const names = new Set([...below.keys(), ...plates.keys()]);
  return new Map(
    [...names].map((name) => {
      const [under, own] = [below.get(name) ?? 0, plates.get(name) ?? 0];
      if (mode === 'overprint' && own === 0) return [name, under];
      const mixed = mode === 'multiply' ? 1 - (1 - under) * (1 - own) : own;
      return [name, under + (mixed - under) * alpha];
    }),
  );
}

/** What an element covers an area with. Texts, lines, codes and pictures do not count. */
function fillOf(element: SceneElement): Paint | null {
  switch (element.type) {
    case 'rect':
    case 'ellipse':
    case 'path':
      return element.fill;
    case 'group':
      return element.background?.fill ?? null;
    case 'text':
    case 'image':
    case 'line':
    case 'chart':
    case 'qrcode':
    case 'barcode':
      return null;
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
