/** One stop of Tab for a bar; the arrow keys go on from there, out of a field from its ends. */
import type { KeyboardEvent } from 'react';
import { focusable } from '../../keep-focus.ts';

/** Leaves one control of a bar in the order of Tab: the one that had the focus last, else the first. */
export function keepOneStop(bar: HTMLElement | null): void {
  const controls = listControls(bar);
  const current =
    controls.find((each) => each === document.activeElement) ??
    controls.find((each) => each.dataset['stop'] !== undefined) ??
    controls[0];
  for (const each of controls) {
    each.tabIndex = each === current ? 0 : -1;
    if (each === current) each.dataset['stop'] = '';
    else delete each.dataset['stop'];
  }
}

/** Goes to the next control, or the one before. */
export function goAlong(bar: HTMLElement | null, event: KeyboardEvent): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const controls = listControls(bar);
  const at = controls.indexOf(event.target as HTMLElement);
  if (by === 0 || at === -1 || isInside(event.target, by)) return;
  event.preventDefault();
  controls[(at + by + controls.length) % controls.length]?.focus();
}

/** Whether the caret has a letter to go over. */
function isInside(target: EventTarget, by: 1 | -1): boolean {
  if (!(target instanceof HTMLInputElement)) return false;
  const { selectionStart, selectionEnd, value } = target;
  if (selectionStart === 0 && selectionEnd === value.length) return false;
  return by === 1 ? selectionEnd !== value.length : selectionStart !== 0;
}

function listControls(bar: HTMLElement | null): HTMLElement[] {
  return [...(bar?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter((each) => each.checkVisibility());
}
