/** Lets the browser save a file under a template's name. Returns the file's name. */
export function saveFile(file: Blob, templateName: string, extension: string): string {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileStem(templateName)}.${extension}`;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return link.download;
}

/** A name without what file systems refuse. */
function fileStem(name: string): string {
  const stem = name
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
    .trim()
    .replace(/^\.+/, '');
  return [...(stem === '' ? 'render' : stem)].slice(0, 100).join('');
}
