import * as hb from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';

/** OpenType features of a text, as HarfBuzz and the canvas take them. Equal sets are one object. */
export interface FeatureSet {
  /** As CSS `font-feature-settings`. */
  readonly css: string;
  readonly tags: readonly string[];
  readonly features: readonly hb.Feature[];
}

const cache = new LRUCache<string, FeatureSet>({ max: 500 });

/** The set of the features that a run has; null if it names none. */
export function featureSet(values: Readonly<Record<string, number>> | undefined): FeatureSet | null {
  if (values === undefined) return null;
  const tags = Object.keys(values).sort();
  if (tags.length === 0) return null;
  const css = tags.map((tag) => `"${tag}" ${values[tag] ?? 0}`).join(', ');
  let found = cache.get(css);
  if (found === undefined) {
    found = { css, tags, features: tags.map((tag) => new hb.Feature(tag, values[tag] ?? 0)) };
    cache.set(css, found);
  }
  return found;
}
