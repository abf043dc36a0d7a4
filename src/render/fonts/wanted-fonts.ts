import { BUNDLED_FAMILIES } from './bundled-fonts.ts';
import { GENERIC_FAMILIES, readFamilyNames } from '../../common/names/family-names.ts';

/** The fonts that a document names and has to be given. */
interface WantedFonts {
  /** In lower case: those that neither the document nor the catalogue has. */
  readonly families: ReadonlySet<string>;
  /** Null: values may choose any. */
  readonly weights: ReadonlySet<number> | null;
}

const catalogue: ReadonlySet<string> = new Set([
  ...BUNDLED_FAMILIES.map(({ name }) => name.toLowerCase()),
  ...GENERIC_FAMILIES.keys(),
]);
/** Of texts, headers of tables and marked words that say nothing of their weight. */
const usualWeights = [400, 600, 700];
/** Also of charts: `labelFont`, `titleFontWeight`. */
const familyKey = /^(?:fontFamily|font|[a-z]+Font)$/u;
const weightKey = /(?:^f|F)ontWeight$/u;

/** Documents never change. */
const known = new WeakMap<object, WantedFonts>();

/** Finds the families and weights that a document names, wherever they stand in it. */
export function findWantedFonts(document: object): WantedFonts {
  let wanted = known.get(document);
  if (wanted === undefined) known.set(document, (wanted = search(document)));
  return wanted;
}

function search(document: object): WantedFonts {
  const { fonts = [] } = document as { readonly fonts?: readonly { readonly family: string }[] };
  const own = new Set(fonts.map(({ family }) => family.toLowerCase()));
  const families = new Set<string>();
  let weights: Set<number> | null = new Set(usualWeights);
  const open: unknown[] = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      if (typeof part === 'object') open.push(part);
      else if (typeof part === 'string' && familyKey.test(key))
        for (const name of readFamilyNames(part)) families.add(name.toLowerCase());
      else if (!weightKey.test(key)) continue;
      else if (typeof part === 'number') weights?.add(part);
      else if (typeof part === 'string' && part.includes('{{')) weights = null;
    }
  }
  return { families: families.difference(own).difference(catalogue), weights };
}
