/** What screen readers lack in a PDF. */
import { findAlternative, isDecoration, isPicture } from '../alternatives.ts';
import type { RenderWarning } from '../layout-report.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Scene } from '../scene/scene.ts';

/** A warning without the place. */
type Lack = Pick<RenderWarning, 'code' | 'detail'>;

/**
 * The warnings of elements that keep a PDF from being PDF/UA. Only templates that name a language, a heading
 * or an alternative text are meant for screen readers; others have no such warnings.
 */
export function findUnreadable(scene: Scene): ReadonlyMap<SceneElement, Lack> {
  const found = new Map<SceneElement, Lack>();
  const elements = listRead(scene.elements);
  const spoken = elements.filter((element) => element.alt !== undefined || headingLevel(element) !== null);
  const [first] = spoken;
  if (scene.language === null && first === undefined) return found;
  const warn = (element: SceneElement, code: string, detail: string): void => {
    if (!found.has(element)) found.set(element, { code, detail });
  };
  // The levels of a page follow those of the page before.
  let last = (scene.pageNumber ?? 1) > 1 ? Infinity : 0;
  for (const element of elements) {
    if (isPicture(element) && findAlternative(element) === undefined)
      warn(element, 'ALT_MISSING', missingAlt);
    const level = headingLevel(element);
    if (level === null) continue;
    if (level > last + 1) warn(element, 'HEADING_SKIPPED', describeSkipped(level, last));
    last = level;
  }
  if (scene.language === null && first !== undefined) warn(first, 'LANGUAGE_MISSING', missingLanguage);
  return found;
}

const missingAlt =
  'Screen readers cannot read the picture. Say in "alt" what it shows, or leave "alt" empty for decoration.';
const missingLanguage =
  'Screen readers do not know the language of the texts. Name it in "language" of the document.';

function describeSkipped(level: number, last: number): string {
  const before = last === 0 ? 'it is the first heading' : `the heading before it is "h${last}"`;
  return `The role is "h${level}", but ${before}: screen readers expect "h${last + 1}".`;
}

/** The elements that screen readers read one by one, in their order. */
function listRead(elements: readonly SceneElement[], found: SceneElement[] = []): SceneElement[] {
  for (const element of elements) {
    if (isDecoration(element)) continue;
    found.push(element);
    if (element.type === 'group' && !isPicture(element)) listRead(element.elements, found);
  }
  return found;
}

function headingLevel({ tag }: SceneElement): number | null {
  return tag !== undefined && /^H[1-6]$/.test(tag) ? Number(tag.slice(1)) : null;
}
