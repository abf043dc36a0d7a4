/** The parts of the designer that the keyboard goes through. */
import { canTakeFocus, focusable } from './keep-focus.ts';

/** Where each panel had the focus when it was left. */
const left = new WeakMap<Element, HTMLElement>();

/** Moves the focus to the next panel, or the previous one: to where it was there, or to its beginning. */
export function goToPanel(by: 1 | -1): void {
  const panels = [...document.querySelectorAll('[data-panel]')];
  const focused = document.activeElement;
  const at = panels.findLastIndex((panel) => panel.contains(focused));
  const here = panels[at];
  if (here !== undefined && focused instanceof HTMLElement) left.set(here, focused);
  for (let step = 1; step <= panels.length; step += 1) {
    const panel = panels[(at + by * step + (at < 0 && by < 0 ? 1 : 0) + 2 * panels.length) % panels.length]!;
    const target = targetIn(panel);
    if (target === undefined) continue;
    target.focus();
    return;
  }
}

function targetIn(panel: Element): HTMLElement | undefined {
  const before = left.get(panel);
  if (before?.isConnected === true && canTakeFocus(before)) return before;
  return [...panel.querySelectorAll(focusable)].find(canTakeFocus);
}
