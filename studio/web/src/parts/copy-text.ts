/**
 * Copies a text to the clipboard.
 *
 * @throws Error if the browser does not allow it
 */
export async function copyText(text: string): Promise<void> {
  // Without TLS, browsers have no clipboard other than on this machine.
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard !== undefined) {
    await clipboard.writeText(text);
    return;
  }
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside a dialog that keeps the focus, if there is one.
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!isCopied) throw new Error('The browser did not copy the text.');
}
