/** Fonts of the service in the browser, for fields and lists. The picture is always the service's own. */

/** A face of a family, as elements name it. */
export interface FaceName {
  readonly family: string;
  readonly weight: number;
  readonly style: 'normal' | 'italic';
}

/** Faces by their address; each is loaded once. */
const faces = new Map<string, Promise<string>>();

/**
 * Loads the font file that the service renders a face with. Returns the name that the browser knows it by,
 * which no other font has. Rejects if the service has no such family.
 */
export function loadFace(templateId: string, { family, weight, style }: FaceName): Promise<string> {
  const query = new URLSearchParams({ family, weight: String(weight), style });
  const address = `/studio/api/v1/templates/${templateId}/font?${query}`;
  let face = faces.get(address);
  if (face === undefined) {
    face = load(address, `platen-${faces.size}`);
    faces.set(address, face);
    // It may be there the next time: a file that is uploaded.
    face.catch(() => faces.delete(address));
  }
  return face;
}

async function load(address: string, name: string): Promise<string> {
  document.fonts.add(await new FontFace(name, `url("${address}")`).load());
  return name;
}
