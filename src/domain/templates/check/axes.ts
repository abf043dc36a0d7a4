import type { TemplateDocument } from '../../../../generated/template.ts';
import { readAxes } from '../../../render/fonts/describe-font.ts';
import { readFamilyNames } from '../../../common/names/family-names.ts';
import { normalizePath } from '../../../render/bind/template-paths.ts';
import { quoteValue } from '../../variables/types.ts';
import type { AxisUse, TemplateProblem } from './problem.ts';
import { listTableStyles } from './table-styles.ts';
import { walkDocument } from './walk-elements.ts';

/** Finds the axes that texts and runs set, and the files of their families. */
export function findAxisUses(document: TemplateDocument): AxisUse[] {
  const { fonts = [] } = document;
  const uses: AxisUse[] = [];
  const add = (style: Style, fontFamily: string | undefined, pointer: string) => {
    const family = readFamilyNames(fontFamily ?? 'Inter')[0] ?? 'Inter';
    const own = fonts.filter((font) => font.family.toLowerCase() === family.toLowerCase());
    const paths = own.flatMap(({ src }) => normalizePath(src) ?? []);
    for (const tag of Object.keys(style.fontVariations ?? {}))
      uses.push({ pointer: `${pointer}/fontVariations/${tag}`, tag, family, paths });
  };
  for (const [pointer, element] of walkDocument(document)) {
    if (element.type === 'table')
      for (const [key, style] of listTableStyles(element))
        add(style, style.fontFamily ?? element.body?.fontFamily, `${pointer}/${key}`);
    if (element.type !== 'text') continue;
    add(element, element.fontFamily, pointer);
    for (const [index, run] of (element.runs ?? []).entries())
      add(run, run.fontFamily ?? element.fontFamily, `${pointer}/runs/${index}`);
  }
  return uses;
}

interface Style {
  readonly fontVariations?: Readonly<Record<string, number>>;
}

/** Warns of axes that no file of the family has. `read`: a file by its path; null if it cannot be read. */
export async function checkAxes(
  uses: readonly AxisUse[],
  read: (path: string) => Promise<Uint8Array | null>,
): Promise<TemplateProblem[]> {
  const known = new Map<string, readonly string[]>();
  const getAxes = async (path: string): Promise<readonly string[]> => {
    const bytes = known.has(path) ? null : await read(path);
    if (bytes !== null) known.set(path, readAxes(bytes));
    return known.get(path) ?? [];
  };
  const warnings: TemplateProblem[] = [];
  for (const { pointer, tag, family, paths } of uses) {
    const axes = new Set((await Promise.all(paths.map(getAxes))).flat());
    if (axes.has(tag)) continue;
    const others = [...axes].join(', ');
    const detail =
      `The font ${quoteValue(family)} has no axis ${quoteValue(tag)}, so this changes nothing: ` +
      (others === '' ? 'it is not a variable font.' : `its axes are ${others}.`);
    warnings.push({ pointer, detail });
  }
  return warnings;
}
