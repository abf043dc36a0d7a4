/**
 * Changes that are not saved yet, kept in this browser: a closed tab, or a service that is gone, loses
 * nothing. Each tab has a place of its own, so that no tab forgets what another one has not saved.
 */
import { randomId } from '../../api/random-id.ts';
import { keptKey } from '../../api/kept.ts';

export interface Unsaved {
  readonly document: object;
  /** The tag of the draft that it is based on. */
  readonly etag: string;
  /** That draft. An earlier version of the app has not kept it. */
  readonly base?: object | undefined;
  /** Saves of earlier states that were not answered. */
  readonly unanswered?: readonly object[] | undefined;
}

/** What a tab has left. */
export interface Kept extends Unsaved {
  /** Where it is kept. */
  readonly key: string;
}

const tabId = randomId();
const getPrefix = (templateId: string): string => `${keptKey('unsaved')}${templateId}-`;
const ownKey = (templateId: string): string => `${getPrefix(templateId)}${tabId}`;

/** Keeps a document of this tab, or with null forgets it. Returns whether the browser has done so. */
export function keepUnsaved(templateId: string, unsaved: Unsaved | null): boolean {
  try {
    if (unsaved === null) localStorage.removeItem(ownKey(templateId));
    else localStorage.setItem(ownKey(templateId), JSON.stringify(unsaved));
    return true;
  } catch {
    // The browser has no room, or allows no storage: what is lost then is the last second.
    if (unsaved?.base === undefined) return false;
    const { document, etag } = unsaved;
    return keepUnsaved(templateId, { document, etag });
  }
}

/** Forgets what was kept, once somebody has decided about it. */
export function forgetKept({ key }: Kept): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser without storage has kept nothing.
  }
}

/** Keeps as this tab's what an earlier one left, because it is open here now. */
export function adoptKept(templateId: string, kept: Kept): void {
  if (kept.key === ownKey(templateId)) return;
  // Without room for a second copy, the first one stays.
  const { key: _, ...unsaved } = kept;
  if (keepUnsaved(templateId, unsaved)) forgetKept(kept);
}

/** What a tab that is gone, or this one earlier, left unsaved; null if nothing was left. */
export async function findUnsaved(templateId: string): Promise<Kept | null> {
  try {
    const own = ownKey(templateId);
    const live = await findLiveTabs();
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(getPrefix(templateId))) continue;
      if (key !== own && live.has(key) && !(await isReleased(key))) continue;
      const text = localStorage.getItem(key);
      if (text !== null) return { ...(JSON.parse(text) as Unsaved), key };
    }
    return null;
  } catch {
    return null;
  }
}

/** Says to other tabs that what this one keeps is not left behind, until it is gone. */
export function claimKept(templateId: string): void {
  // Browsers have no locks where the service has no TLS. Two tabs may then restore the same.
  (navigator as Partial<Navigator>).locks
    ?.request(ownKey(templateId), { ifAvailable: true }, () => new Promise(() => undefined))
    .catch(() => undefined);
}

/** How long a tab that has kept something is waited for. */
const maxReleaseMs = 1_000;

/** Whether a tab is gone after all: the browser may end a closed tab later than the next one opens. */
async function isReleased(key: string): Promise<boolean> {
  return await navigator.locks
    .request(key, { signal: AbortSignal.timeout(maxReleaseMs) }, () => true)
    .catch(() => false);
}

async function findLiveTabs(): Promise<ReadonlySet<string>> {
  const locks = await (navigator as Partial<Navigator>).locks?.query();
  return new Set(locks?.held?.flatMap(({ name }) => name ?? []));
}
