/** A query that a light screen meets, without conditions on its size. */
const MET =
  /^\s*(?:only\s+)?(?:screen|all)?\s*(?:and\s*)?(?:\(\s*prefers-color-scheme\s*:\s*light\s*\))?\s*$/iu;
/** A query that it does not meet. */
const NOT_MET = /^\s*(?:only\s+)?(?:print|speech)\b|\(\s*prefers-color-scheme\s*:\s*dark\s*\)/iu;

/**
 * Applies media queries of a style sheet as a light screen does: the decoder ignores all rules in them.
 * Queries about sizes and others are left.
 */
export function applyMedia(css: string): string {
  let result = '';
  let at = 0;
  for (;;) {
    const start = css.indexOf('@media', at);
    const open = start < 0 ? -1 : css.indexOf('{', start);
    const close = open < 0 ? -1 : closingBrace(css, open);
    if (close < 0) return result + css.slice(at);
    result += css.slice(at, start);
    const queries = css.slice(start + '@media'.length, open).split(',');
    if (queries.some((query) => query.trim() !== '' && MET.test(query))) result += css.slice(open + 1, close);
    else if (!queries.every((query) => NOT_MET.test(query))) result += css.slice(start, close + 1);
    at = close + 1;
  }
}

function closingBrace(css: string, open: number): number {
  let depth = 0;
  const brace = /[{}]/gu;
  brace.lastIndex = open;
  for (let found = brace.exec(css); found !== null; found = brace.exec(css)) {
    depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return found.index;
  }
  return -1;
}
