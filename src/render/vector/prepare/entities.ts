/** A value may only be used as it is: no markup, no other entity. */
const DECLARATION = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"&<%]*)"|'([^'&<%]*)')\s*>/gu;
const MAX_DOCTYPE_LENGTH = 20_000;
const MAX_ENTITIES = 100;
const MAX_EXPANSION_FACTOR = 4;
const MIN_EXPANDED_LENGTH = 1_000_000;

/**
 * Replaces the entities that a document's own doctype declares, as older versions of Illustrator do for
 * namespaces (XML 1.0, section 4.4), and removes their declarations. Entities inside each other, in files and
 * with markup, other declarations, and a text that grows too much are left: the checks refuse them.
 */
export function expandEntities(text: string): string {
  const start = text.indexOf('<!DOCTYPE');
  if (start < 0) return text;
  const doctype = /^<!DOCTYPE[^[>]*\[([^\]]*)\]\s*>/u.exec(text.slice(start, start + MAX_DOCTYPE_LENGTH));
  if (doctype === null) return text;
  const [whole, subset = ''] = doctype;
  const entities = new Map<string, string>();
  const rest = subset
    .replaceAll(/<!--[\s\S]*?-->/gu, '')
    .replaceAll(DECLARATION, (_all, name: string, double?: string, single?: string) => {
      // The first declaration counts (XML 1.0, section 4.2).
      if (!entities.has(name)) entities.set(name, double ?? single ?? '');
      return '';
    });
  if (rest.trim() !== '' || entities.size > MAX_ENTITIES) return text;

  const before = text.slice(0, start);
  const after = text.slice(start + whole.length);
  const uses = [...after.matchAll(/&([\w:.-]+);/gu)];
  const added = uses.reduce((sum, [, name = '']) => sum + (entities.get(name)?.length ?? 0), 0);
  if (after.length + added > Math.max(MIN_EXPANDED_LENGTH, MAX_EXPANSION_FACTOR * text.length)) return text;
  const expanded = after.replaceAll(/&([\w:.-]+);/gu, (use, name: string) => {
    const value = entities.get(name);
    return value === undefined ? use : value.replaceAll('"', '&quot;').replaceAll("'", '&apos;');
  });
  return `${before}${whole.slice(0, whole.indexOf('['))}>${expanded}`;
}
