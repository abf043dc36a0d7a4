/**
 * What was copied last in this browser. "Paste in place" has the keys of "Paste as plain text": the browser
 * hands over the words alone then, and they lead back to the elements.
 */
const storageKey = 'platen-copied';

/** Notes elements with their words. */
export function noteCopied(copied: string, words: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ words, copied }));
  } catch {
    // Too much for the browser's storage: what was kept is of another copy.
    localStorage.removeItem(storageKey);
  }
}

/** The elements whose words these are; null: they were copied elsewhere. */
export function findCopied(words: string): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Record<string, unknown> | null;
    return typeof kept?.['copied'] === 'string' && kept['words'] === words ? kept['copied'] : null;
  } catch {
    return null;
  }
}
