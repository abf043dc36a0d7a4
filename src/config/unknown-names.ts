import { distance } from 'fastest-levenshtein';
import { ConfigError } from './config-error.ts';

/** Shorter names, such as PORT, are too common to be near something; only `PLATEN_PORT` means one of them. */
const minLetters = 6;

/** In names of this length two letters may be wrong, missing or too many, in shorter ones one. */
const longLetters = 12;

/** Names of others: their libraries read many that Platen does not. */
const foreign = /^(?:AWS|OTEL)_/i;

/** Kubernetes and Docker set such values for each service beside this one. */
const serviceLink = /^(?:tcp|udp):\/\//i;

/**
 * Refuses variables that look like a setting and are none: their values would be ignored silently. A name
 * looks like one if it differs in a letter (a long one in two) or two letters changed places, if it lacks
 * vowels, if it has the same words in another order or number, or if it has `PLATEN_` in front. Letter case
 * does not matter. All other names are somebody else's.
 *
 * @param known the names of all settings
 * @throws ConfigError with the nearest setting of each
 */
export function refuseUnknownNames(env: NodeJS.ProcessEnv, known: ReadonlySet<string>): void {
  const candidates = [...known].filter((name) => name.length >= minLetters && !foreign.test(name));
  const mistakes = Object.entries(env).flatMap(([name, value = '']) => {
    if (known.has(name) || foreign.test(name) || value.trim() === '' || serviceLink.test(value)) return [];
    const bare = name.toUpperCase().replace(/^PLATEN_/, '');
    const nearest = bare !== name && known.has(bare) ? bare : findNearest(bare, candidates);
    return nearest === null ? [] : [`${name} is not a setting; did you mean ${nearest}?`];
  });
  if (mistakes.length > 0) {
    throw new ConfigError(`${mistakes.join(' ')} docs/running.md lists the settings.`);
  }
}

function findNearest(name: string, candidates: readonly string[]): string | null {
  if (name.length < minLetters) return null;
  const near = candidates
    .map((candidate) => ({ candidate, edits: countEdits(name, candidate) }))
    .filter(({ candidate, edits }) => edits <= (candidate.length < longLetters ? 1 : 2))
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.candidate ?? null;
}

/** The Levenshtein distance, in which two letters that changed places count as one edit. */
function countEdits(name: string, candidate: string): number {
  if (getWords(name) === getWords(candidate)) return 0;
  if (name.length < candidate.length && getConsonants(name) === getConsonants(candidate)) return 0;
  const edits = distance(name, candidate);
  return edits === 2 && getLetters(name) === getLetters(candidate) ? 1 : edits;
}

function getConsonants(name: string): string {
  return name.replaceAll(/[AEIOU]/g, '');
}

function getLetters(name: string): string {
  return [...name].sort().join('');
}

/** The words of a name in alphabetical order and in the singular. */
function getWords(name: string): string {
  return name
    .split('_')
    .map((word) => word.replace(/S$/, ''))
    .sort()
    .join('_');
}
