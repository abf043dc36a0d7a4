/** Input methods: texts that are composed, such as those of Japanese, before they are in a field. */

let composing = false;

/** Whether somebody composes a text now. */
export function isComposing(): boolean {
  return composing;
}

/**
 * Leaves the keys of a composition to the input method: Escape and Enter end it, and mean nothing to the
 * field or to commands. Some browsers send the key that ends it after its end, with the code of a
 * composition.
 */
export function keepCompositions(): void {
  const keep = (event: KeyboardEvent) => {
    const isOfComposition = event.isComposing || event.keyCode === compositionCode;
    // The editor of JSON reads these keys itself.
    const isInEditor = event.target instanceof Element && event.target.closest('.cm-editor') !== null;
    if (isOfComposition && !isInEditor) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', keep, { capture: true });
  window.addEventListener('compositionstart', () => void (composing = true), { capture: true });
  window.addEventListener('compositionend', () => void (composing = false), { capture: true });
}

const compositionCode = 229;
