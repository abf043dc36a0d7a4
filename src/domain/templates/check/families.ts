import type { TemplateDocument } from '../../../../generated/template.ts';
import { BUNDLED_FAMILIES } from '../../../render/fonts/bundled-fonts.ts';
import { GENERIC_FAMILIES, readFamilyNames } from '../../../common/names/family-names.ts';
import { suggest } from '../../../common/names/nearest-name.ts';
import { quoteValue } from '../../variables/types.ts';
import type { TemplateProblem } from './problem.ts';
import { listTableStyles } from './table-styles.ts';
import { walkDocument } from './walk-elements.ts';

const catalogue = BUNDLED_FAMILIES.map(({ name }) => name);

/**
 * Finds texts and runs whose `fontFamily` names no font of the template and none of the catalogue. Inter
 * would stand in for it. One known name in a list is enough.
 *
 * @param installed families that an operator added to the catalogue
 */
export function checkFamilies(
  document: TemplateDocument,
  installed: readonly string[] = [],
): TemplateProblem[] {
  const { fonts = [] } = document;
  const own = fonts.map(({ family }) => family);
  const usable = [...catalogue, ...installed];
  const names = [...own, ...usable];
  const known = new Set([...names, ...GENERIC_FAMILIES.keys()].map((name) => name.toLowerCase()));
  const problems: TemplateProblem[] = [];
  const check = (fontFamily: string | undefined, pointer: string) => {
    // Placeholders are reported elsewhere.
    if (fontFamily === undefined || fontFamily.includes('{{')) return;
    const asked = readFamilyNames(fontFamily);
    const [first] = asked;
    if (first === undefined || asked.some((name) => known.has(name.toLowerCase()))) return;
    const detail =
      `The font family ${quoteValue(first)} is neither in "fonts" nor in the catalogue.` +
      `${suggestFamily(first, names)} The catalogue has ${listNames(usable)}.`;
    problems.push({ pointer: `${pointer}/fontFamily`, detail });
  };
  for (const [pointer, element] of walkDocument(document)) {
    if (element.type === 'table')
      for (const [key, { fontFamily }] of listTableStyles(element)) check(fontFamily, `${pointer}/${key}`);
    if (element.type !== 'text') continue;
    check(element.fontFamily, pointer);
    for (const [index, run] of (element.runs ?? []).entries())
      check(run.fontFamily, `${pointer}/runs/${index}`);
  }
  return problems;
}

/** Max families that a message lists. */
const maxListed = 80;

function listNames(names: readonly string[]): string {
  const more = names.length - maxListed;
  return names.slice(0, maxListed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** As `suggest`; also finds a name that is the start of another, such as "Playfair". */
function suggestFamily(given: string, names: readonly string[]): string {
  const near = suggest(given, names);
  if (near !== null) return near;
  const letters = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const start = letters(given);
  const longer = start.length < 3 ? undefined : names.find((name) => letters(name).startsWith(start));
  return longer === undefined ? '' : ` Did you mean "${longer}"?`;
}
