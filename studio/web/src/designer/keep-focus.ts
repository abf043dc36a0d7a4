import { useEffect } from 'react';

/** Selects what may take the focus. */
export const focusable = 'button, input, select, textarea, a[href], [tabindex]';

/**
 * Keeps the keyboard's place. Where the element that has the focus goes away, such as the button of a row
 * that it removes, browsers leave the focus nowhere: it goes to what is nearest instead.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** Where the focus was last on the page, and above it: in a dialog or menu. */
    let onPage: readonly Element[] = [];
    let above: readonly Element[] = [];
    const focus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const ancestors = getAncestors(target);
      if (target.closest('#overlays') === null) onPage = ancestors;
      else above = ancestors;
    };
    // A press beside everything gives up the focus on purpose.
    const press = () => {
      onPage = [];
      above = [];
    };
    let frame = 0;
    const observer = new MutationObserver(() => {
      if (frame !== 0 || onPage.length === 0) return;
      // Dialogs and menus first give the focus back themselves, and browsers take it from a disabled button.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          frame = 0;
          if (document.activeElement !== document.body) return;
          const nearest = nearestTo(above) ?? nearestTo(onPage) ?? findCanvas();
          // On the canvas, what is typed on for a text that is gone would run commands.
          if (!(isField(onPage[0] ?? null) && nearest?.matches('[data-canvas]'))) nearest?.focus();
        });
      });
    });
    document.addEventListener('focusin', focus);
    document.addEventListener('pointerdown', press, { capture: true });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener('focusin', focus);
      document.removeEventListener('pointerdown', press, { capture: true });
    };
  }, []);
}

/** Whether something takes what is typed. */
export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null
  );
}

/** An element and what it lies in, up to the designer or the place of dialogs. */
function getAncestors(element: Element): Element[] {
  const found: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    if (each.matches('#overlays, [data-window]')) break;
    found.push(each);
  }
  return found;
}

/** The canvas, where keys move and change what is selected. */
export function findCanvas(): HTMLElement | null {
  return document.querySelector('[data-canvas]');
}

/** What can take the focus in the smallest part of the page that is still there. */
function nearestTo(ancestors: readonly Element[]): HTMLElement | null {
  for (const ancestor of ancestors) {
    if (!ancestor.isConnected) continue;
    const found = [ancestor, ...ancestor.querySelectorAll(focusable)].find(canTakeFocus);
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether Tab reaches an element. */
export function canTakeFocus(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.tabIndex >= 0 &&
    element.matches(focusable) &&
    !element.matches(':disabled') &&
    element.checkVisibility()
  );
}
