/** Which file of an item takes the place of which copy. */

/**
 * The places of an item's files in its list, by the paths of their copies. A copy has the name of its file,
 * or that name with a number, such as `fonts/Brand-2.ttf`, where another file had it. A single file takes the
 * place of a single copy, whatever its name is. Copies whose file the item has no more are left out.
 */
export function pairFiles(paths: readonly string[], names: readonly string[]): ReadonlyMap<string, number> {
  const [path] = paths;
  if (path !== undefined && paths.length === 1 && names.length === 1) return new Map([[path, 0]]);
  const pairs = new Map<string, number>();
  const free = new Set(names.keys());
  const pair = (nameOf: (path: string) => string) => {
    for (const copy of paths) {
      const at = [...free].find((index) => names[index] === nameOf(copy));
      if (at === undefined || pairs.has(copy)) continue;
      pairs.set(copy, at);
      free.delete(at);
    }
  };
  pair(lastPart);
  pair((copy) => lastPart(copy).replace(/-\d{1,2}(\.[^.]+)?$/u, '$1'));
  return pairs;
}

function lastPart(path: string): string {
  return path.split('/').at(-1) ?? path;
}
