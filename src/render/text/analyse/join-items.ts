import { isCursive } from '../../fonts/characters.ts';
import type { SceneText } from '../../scene/text.ts';
import type { StyledText, TextItem } from './analysed-text.ts';
import { COMMON_SCRIPT } from './scripts.ts';

/**
 * For each run, the number of its group: neighbours that differ at most in paint, such as in colour, are
 * shaped as one text (CSS Text 3, 7.3).
 */
export function groupRuns(runs: SceneText['runs']): number[] {
  let last = runs[0];
  let group = 0;
  return runs.map((run) => {
    // A run without text separates nothing.
    if (run.text === '' || last === undefined) return group;
    const isAlike =
      run.fontSize === last.fontSize &&
      run.fontStyle === last.fontStyle &&
      run.letterSpacing === last.letterSpacing &&
      (run.baselineShift ?? 0) === (last.baselineShift ?? 0) &&
      [run, last].every(({ ruby, icon }) => ruby === undefined && icon === undefined);
    if (!isAlike) group += 1;
    last = run;
    return group;
  });
}

/** Gives items of different runs that are shaped together the span of their text. */
export function joinItems(items: readonly TextItem[], { groups, spaced }: StyledText): readonly TextItem[] {
  if (groups === undefined || items.length < 2) return items;
  const joined: TextItem[] = [];
  let open: TextItem[] = [];
  let script = COMMON_SCRIPT;
  const close = (): void => {
    const [first, last] = [open[0], open.at(-1)];
    if (first === undefined || last === undefined) return;
    const span = { start: first.start, end: last.end, script };
    joined.push(...(open.length === 1 ? open : open.map((item) => ({ ...item, span }))));
  };
  for (const item of items) {
    const last = open.at(-1);
    const isNext =
      last !== undefined &&
      last.run !== item.run &&
      groups[last.run] === groups[item.run] &&
      mayJoin(last, item, spaced[item.run] === true) &&
      (script === COMMON_SCRIPT || item.script === COMMON_SCRIPT || script === item.script);
    if (!isNext) {
      close();
      open = [];
      script = COMMON_SCRIPT;
    }
    open.push(item);
    if (script === COMMON_SCRIPT) script = item.script;
  }
  close();
  return joined;
}

function mayJoin(first: TextItem, second: TextItem, isSpaced: boolean): boolean {
  return (
    first.face === second.face &&
    first.level === second.level &&
    first.features === second.features &&
    [first, second].every(
      ({ isTab, isIcon, isUpright, face, script }) =>
        // Words of joined letters and the spaces between them have another letter spacing.
        !isTab && isIcon !== true && !isUpright && !face.isEmoji && !(isSpaced && isCursive(script)),
    )
  );
}
