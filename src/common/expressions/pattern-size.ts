/** What a class of Unicode takes in place of a character: it has hundreds of ranges. */
const unicodeClass = 20;
const foldedUnicodeClass = 60;

const repetition = /\{(\d+)(?:,(\d*))?\}/uy;
const escape = /\\(?:[pP](?:\{[^}]{0,60}\}|.)|.)/suy;

/**
 * Estimates how large an RE2 pattern becomes when it is compiled: `a{100}` is 100 characters, and
 * `(a{10}){10}` as well. Compiling takes time by that. The estimate takes time by the length of a pattern,
 * also if it is wrong.
 */
export function patternSize(pattern: string): number {
  const ofClass = /\(\?[a-zA-Z]*i/u.test(pattern) ? foldedUnicodeClass : unicodeClass;
  const weigh = (part: string) => 1 + ofClass * (part.match(/\\[pP]|\[:/gu)?.length ?? 0);
  /** Of the groups that are open: what they have so far, and the last part of it, which may be repeated. */
  const groups = [{ total: 0, last: 0 }];
  const add = (size: number) => {
    const group = groups.at(-1);
    if (group === undefined) return;
    group.total += size;
    group.last = size;
  };
  for (let at = 0; at < pattern.length;) {
    const match = (expression: RegExp): RegExpExecArray | null => {
      expression.lastIndex = at;
      return expression.exec(pattern);
    };
    const character = pattern[at];
    const counts = character === '{' ? match(repetition) : null;
    const part =
      character === '\\' ? match(escape)?.[0] : character === '[' ? sliceClass(pattern, at) : undefined;
    if (counts !== null) {
      const { last } = groups.at(-1) ?? { last: 0 };
      const times = Math.max(1, Number(counts[1]), Number(counts[2] ?? 0));
      add(last * (times - 1));
      const group = groups.at(-1);
      if (group !== undefined) group.last = last * times;
      at += counts[0].length;
    } else if (part !== undefined) {
      add(weigh(part));
      at += part.length;
    } else {
      if (character === '(') groups.push({ total: 0, last: 0 });
      else if (character === ')' && groups.length > 1) add((groups.pop()?.total ?? 0) + 1);
      else if (character === '*' || character === '+' || character === '?') addWithin(groups.at(-1));
      else add(1);
      at += 1;
    }
  }
  return groups.reduce((sum, { total }) => sum + total, 0);
}

/** An operator belongs to the part before it: `(a?){9}` has nine of both. */
function addWithin(group: { total: number; last: number } | undefined): void {
  if (group === undefined) return;
  group.total += 1;
  group.last += 1;
}

/** The characters in brackets, such as `[a-z[:digit:]]`; without an end, the rest of the pattern. */
function sliceClass(pattern: string, start: number): string {
  let at = start + (pattern[start + 1] === '^' ? 2 : 1);
  // A bracket that comes first is one of the characters.
  if (pattern[at] === ']') at += 1;
  let isInName = false;
  for (; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (character === '[' && pattern[at + 1] === ':') isInName = true;
    else if (character === ']') {
      if (!isInName || pattern[at - 1] !== ':') return pattern.slice(start, at + 1);
      isInName = false;
    }
  }
  return pattern.slice(start);
}
