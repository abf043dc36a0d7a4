import { zipSync } from 'fflate';

/** What the service takes for a design in a .zip, or for a .zip of one. */
const kinds = /\.(?:json|psd|svg|svgz|pptx|potx|ppsx|pptm|pdf|ai|zip)$/i;

/** A .zip of a design, which may be a .zip itself, and its font files, in their order. */
export async function packDesign(design: File, fonts: readonly File[]): Promise<File> {
  const name = plainName(design.name);
  const files = [
    [kinds.test(name) ? name : `${name}.json`, design],
    // Two folders may have files of one name.
    ...fonts.map((font, index) => [`fonts/${index + 1}/${plainName(font.name)}`, font] as const),
  ] as const;
  const entries = await Promise.all(
    files.map(async ([path, file]) => [path, new Uint8Array(await file.arrayBuffer())] as const),
  );
  // Most fonts, and pictures, are compressed already.
  const bytes = zipSync(Object.fromEntries(entries), { level: 0 });
  return new File([bytes], `${design.name}.zip`, { type: 'application/zip' });
}

/** A name without what leads to other folders, or hides a file. */
function plainName(name: string): string {
  return name.replaceAll(/[\\/:\0]/g, '_').replace(/^\.+/, '_');
}
