/** The font families that a template can use. */
import { useQuery } from '@tanstack/react-query';
import { GENERIC_FAMILIES, readFamilyNames } from '../../../../../src/common/names/family-names.ts';
import { alike, asWideAs, familyKey } from '../../../../../src/common/names/stand-ins.ts';
import { read, type Schema } from '../../api/client.ts';
import type { TemplateFont } from '../model/template.ts';
import { useDesigner } from '../state/use-designer.ts';

export interface Families {
  readonly listed: readonly Schema<'Font'>[];
  /** Those of the template: declared, or of its files. */
  readonly own: string[];
  readonly catalogue: string[];
  /** False until they are read. */
  readonly areKnown: boolean;
}

const noFonts: readonly TemplateFont[] = [];

/** The families that the template of the designer can use. */
export function useFamilies(): Families {
  const templateId = useDesigner((state) => state.templateId);
  const fonts = read('/templates/{templateId}/fonts', { params: { path: { templateId } } });
  // A font may have been added a moment ago.
  const { data } = useQuery({ ...fonts, staleTime: 0 });
  const declared = useDesigner(({ design }) => design.document.fonts ?? noFonts);
  const listed = data?.data ?? [];
  const own = [
    ...new Set([
      ...declared.map(({ family }) => family),
      ...listed.filter(({ source }) => source === 'TEMPLATE').map(({ family }) => family),
    ]),
  ].filter((family) => family !== '');
  const catalogue = [...new Set(listed.map(({ family }) => family))].filter(
    (family) => !own.includes(family),
  );
  return { listed, own, catalogue, areKnown: data !== undefined };
}

/** Whether no family that a `fontFamily` names is there. Values fill placeholders. */
export function isMissing({ own, catalogue, areKnown }: Families, fontFamily: string): boolean {
  const names = readFamilyNames(fontFamily).map((name) => name.toLowerCase());
  if (!areKnown || names.length === 0 || fontFamily.includes('{{')) return false;
  const known = new Set([...own, ...catalogue, ...GENERIC_FAMILIES.keys()].map((name) => name.toLowerCase()));
  return !names.some((name) => known.has(name));
}

/** The family that may stand in for a missing one: of the same name, as wide, or alike; null: none is. */
export function findStandIn({ own, catalogue }: Families, fontFamily: string): string | null {
  const all = [...own, ...catalogue];
  for (const key of readFamilyNames(fontFamily).map(familyKey)) {
    const found = all.find((name) => familyKey(name) === key) ?? asWideAs(key) ?? alike(key);
    if (found !== null && all.includes(found)) return found;
  }
  return null;
}
