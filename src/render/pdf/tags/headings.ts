/** Whether the headings of a document begin with the first level and skip none (ISO 14289-1, 7.4.2). */
export function hasOrderedHeadings(types: readonly string[]): boolean {
  let last = 0;
  for (const type of types) {
    const level = /^H[1-6]$/.test(type) ? Number(type.slice(1)) : last;
    if (level > last + 1) return false;
    last = level;
  }
  return true;
}
