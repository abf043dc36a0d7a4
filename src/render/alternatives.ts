/** What screen readers read in place of pictures. */
import type { OutputSettings } from './job.ts';
import type { SceneElement } from './scene/elements.ts';
import type { Scene } from './scene/scene.ts';

/** Whether the PDF of a page is tagged. */
export function isTagged({ intent }: Scene, { isOnSheet = false }: OutputSettings): boolean {
  return intent === 'screen' && !isOnSheet;
}

/** Whether screen readers leave out an element with all that it holds. */
export function isDecoration(element: SceneElement): boolean {
  return element.opacity <= 0 || element.tag === 'Artifact' || element.alt?.trim() === '';
}

/** What is read in place of an element that is one picture; undefined if nobody has written it. */
export function findAlternative(element: SceneElement): string | undefined {
  if (element.alt !== undefined) return element.alt;
  if (element.type === 'qrcode' || element.type === 'barcode') return element.value;
  return element.type === 'image' || element.type === 'chart' ? undefined : joinTexts(element);
}

/** Whether a PDF shows an element as one picture: it has no text that could be read. */
export function isPicture(element: SceneElement): boolean {
  const { type } = element;
  if (type === 'image') return element.asset !== null;
  if (type === 'qrcode' || type === 'barcode' || type === 'chart') return true;
  if (type === 'group') return element.alt !== undefined || (element.blur > 0 && joinTexts(element) !== '');
  return type === 'text' && element.blur > 0;
}

/** The texts of an element in reading order. */
export function joinTexts(element: SceneElement): string {
  if (isDecoration(element)) return '';
  if (element.type === 'text')
    return element.runs
      .map(({ text }) => text)
      .join('')
      .replaceAll('\ufffc', '')
      .trim();
  if (element.type !== 'group') return element.alt ?? '';
  return element.elements
    .map(joinTexts)
    .filter((text) => text !== '')
    .join(' ');
}
