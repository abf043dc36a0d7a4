import type { FontBook, FontStack } from '../../fonts/font-book.ts';
import type { RenderWarning } from '../../layout-report.ts';
import type { SceneImage } from '../../scene/image.ts';
import type { SceneText, TextRange } from '../../scene/text.ts';
import type { Paragraph } from './analysed-text.ts';
import { featureSet } from './font-features.ts';
import { groupRuns } from './join-items.ts';
import { analyseMarkers, type Markers } from './list-markers.ts';
import { analyseText } from './paragraph.ts';
import { hasRuby, holdRuby } from './hold-ruby.ts';
import { extendUnbroken, writeRun } from './unbroken.ts';

/** Max characters that a warning lists. */
const MAX_CLUSTERS_SHOWN = 10;

/** The results that do not depend on the font size and the box. */
export interface AnalysedText {
  readonly element: SceneText;
  readonly paragraphs: readonly Paragraph[];
  readonly markers: Markers | null;
  readonly stacks: readonly FontStack[];
  /** Of the icon of each run; null: the text has none. */
  readonly iconRatios: readonly number[] | null;
  readonly warnings: readonly RenderWarning[];
}

/** Width by height of icons. */
export type IconRatios = ReadonlyMap<SceneImage, number>;

/** Finds the fonts of a text, and where its lines may break. */
export function analyseElement(element: SceneText, fonts: FontBook, icons?: IconRatios): AnalysedText {
  const warnings: RenderWarning[] = [];
  const warn = (code: string, detail: string): void => {
    warnings.push({ code, elementId: element.id, detail });
  };
  let text = '';
  const runEnds: number[] = [];
  const iconPlaces: number[] = [];
  const unbroken: TextRange[] = [];
  const stacks = element.runs.map((run) => {
    const stack = fonts.stack(run.fontFamily, run.fontWeight, run.fontStyle, run.fontVariations);
    if (run.icon !== undefined) iconPlaces.push(text.length);
    const written = writeRun(run, stack.named);
    for (const { start, end } of written.unbroken)
      unbroken.push({ start: text.length + start, end: text.length + end });
    text += written.text;
    runEnds.push(text.length);
    return stack;
  });
  if (stacks.some(({ unknownFamilies }) => unknownFamilies.length > 0))
    for (const name of new Set(stacks.flatMap(({ unknownFamilies }) => unknownFamilies)))
      warn('FONT_UNKNOWN', `There is no font family "${name}"; Inter stands in for it.`);
  /** How the clusters that no font has are drawn; null: as boxes. */
  let lacking: Map<string, string | null> | null = null;
  const { hyphens, language, keepsWords = false } = element;
  const spaced = element.runs.map(({ letterSpacing }) => letterSpacing !== 0);
  const features = element.runs.map(({ fontFeatures }) => featureSet(fontFeatures));
  const vertical = element.isVertical === true ? verticalStyle(element) : {};
  const hyphenation = { hyphens, language, keepsWords };
  const iconsIn = iconPlaces.length === 0 ? {} : { icons: iconPlaces };
  const groups = groupRuns(element.runs);
  const held = unbroken.length === 0 ? {} : { unbroken: extendUnbroken(text, unbroken) };
  const shaped = { text, runEnds, stacks, spaced, features, hyphenation, groups };
  const styled = { ...shaped, ...iconsIn, ...held, ...vertical };
  const analysed = analyseText(styled, element, fonts, (cluster, drawnAs) => {
    (lacking ??= new Map()).set(cluster, drawnAs);
  });
  const paragraphs = hasRuby(element) ? holdRuby(element, analysed) : analysed;
  if (lacking !== null) for (const detail of describeLacking(lacking)) warn('GLYPH_MISSING', detail);
  const markers = element.list === undefined ? null : analyseMarkers(element.list, paragraphs, styled, fonts);
  const iconRatios =
    iconPlaces.length === 0
      ? null
      : element.runs.map(({ icon }) => (icon === undefined ? 0 : (icons?.get(icon) ?? 1)));
  return {
    element,
    paragraphs,
    markers,
    stacks: shareStacks(stacks),
    iconRatios,
    warnings: warnings.length === 0 ? noWarnings : warnings,
  };
}

const noWarnings: readonly RenderWarning[] = [];
const stacksOfOne = new WeakMap<FontStack, readonly FontStack[]>();

/** The stacks of a text, as one array for all texts of one run with that stack: see `shared-arrays.ts`. */
function shareStacks(stacks: readonly FontStack[]): readonly FontStack[] {
  const [first] = stacks;
  if (first === undefined || stacks.length > 1) return stacks;
  const known = stacksOfOne.get(first) ?? stacks;
  stacksOfOne.set(first, known);
  return known;
}

/** Upright letters have their vertical forms. */
function verticalStyle({ runs }: SceneText) {
  const uprightFeatures = runs.map(({ fontFeatures }) => featureSet({ vert: 1, ...fontFeatures }));
  return { isVertical: true, uprightFeatures };
}

/** @param lacking how clusters are drawn; null: as boxes */
function describeLacking(lacking: ReadonlyMap<string, string | null>): string[] {
  const missing = [...lacking].flatMap(([cluster, drawnAs]) => (drawnAs === null ? cluster : []));
  const replaced = [...lacking].filter(([, drawnAs]) => drawnAs !== null);
  const plain = replaced.slice(0, MAX_CLUSTERS_SHOWN).map(([, drawnAs]) => drawnAs);
  const clusters = replaced.map(([cluster]) => cluster);
  return [
    ...(missing.length === 0 ? [] : [`No font has ${describeClusters(missing)}.`]),
    ...(clusters.length === 0
      ? []
      : [`No font has ${describeClusters(clusters)}: drawn as ${plain.join(', ')}.`]),
  ];
}

function describeClusters(clusters: readonly string[]): string {
  const shown = clusters.slice(0, MAX_CLUSTERS_SHOWN).map((cluster) => {
    const codes = [...cluster].map((character) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase());
    return codes.map((code) => `U+${code.padStart(4, '0')}`).join(' ');
  });
  const more = clusters.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
