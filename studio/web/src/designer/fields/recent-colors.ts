/** Colors that were used last in this browser, in all templates. */
const storageKey = 'platen-recent-colors';
const maxColors = 7;

/** The newest first. */
export function readRecentColors(): readonly string[] {
  try {
    const read = JSON.parse(localStorage.getItem(storageKey) ?? '[]') as unknown;
    return Array.isArray(read) ? read.filter((each) => typeof each === 'string').slice(0, maxColors) : [];
  } catch {
    return [];
  }
}

/** Notes a color that was chosen. Colors of variables are those of one template. */
export function noteRecentColor(color: string): void {
  if (color === '' || color.includes('{{')) return;
  const others = readRecentColors().filter((each) => each !== color);
  try {
    localStorage.setItem(storageKey, JSON.stringify([color, ...others].slice(0, maxColors)));
  } catch {
    // A browser that keeps nothing has no recent colors.
  }
}
