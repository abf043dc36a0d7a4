import { mergeMarks } from '../model/marks.ts';
import { mergeOrder, mergeSets as mergeLists } from '../model/merge/merge-lists.ts';
import { isSame } from '../model/merge/same.ts';
import type { DataSet, DesignSettings } from '../state/design-settings.ts';

/**
 * The settings that both sides have set: guides, locks and copies of the library each, data sets and example
 * values by name.
 */
export function mergeSettings(
  base: DesignSettings,
  mine: DesignSettings,
  theirs: DesignSettings,
): DesignSettings {
  const dataSets = mergeSets(base.dataSets, mine.dataSets, theirs.dataSets);
  const example = mergeValues(base.example, mine.example, theirs.example);
  const merged = { ...theirs, ...mergeMarks({ base, mine, theirs }), dataSets };
  return {
    ...merged,
    ...(example === undefined ? {} : { example }),
    ...(mine.library === undefined && theirs.library === undefined
      ? {}
      : { library: mergeLists(base.library ?? [], mine.library ?? [], theirs.library ?? []) }),
  };
}

function mergeSets(
  base: readonly DataSet[],
  mine: readonly DataSet[],
  theirs: readonly DataSet[],
): DataSet[] {
  const [was, own, other] = [base, mine, theirs].map(
    (sets) => new Map(sets.map((set) => [set.name, set])),
  ) as [Map<string, DataSet>, Map<string, DataSet>, Map<string, DataSet>];
  const names = [was, own, other].map((sets) => [...sets.keys()]) as [string[], string[], string[]];
  /** A set that one has changed is not removed. */
  const stays = (name: string) => {
    if (own.has(name) && other.has(name)) return true;
    const one = own.get(name) ?? other.get(name);
    return one !== undefined && !isSame(was.get(name), one);
  };
  return mergeOrder(names[0], names[1], names[2], stays).map((name) => {
    const values = mergeValues(was.get(name)?.values, own.get(name)?.values, other.get(name)?.values);
    return { name, values: values ?? {} };
  });
}

type Values = Readonly<Record<string, string>> | undefined;

/** Values by name; mine where both have changed the same one. */
function mergeValues(base: Values, mine: Values, theirs: Values): Values {
  if (mine === undefined || theirs === undefined) return mine ?? theirs;
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = base?.[name] === mine[name] ? theirs[name] : mine[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
