/**
 * The values of a row, by variable, in the order of the template's variables. Values of variables that the
 * template no longer has come last.
 */
export function orderValues(
  values: Readonly<Record<string, string>>,
  names: readonly string[],
): (readonly [string, string])[] {
  const known = names.flatMap((name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return [...known, ...Object.entries(values).filter(([name]) => !names.includes(name))];
}
