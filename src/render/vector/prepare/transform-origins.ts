const NUMBER = String.raw`([+-]?(?:\d+\.?\d*|\.\d+))(?:px)?`;
const ORIGIN = new RegExp(String.raw`^\s*${NUMBER}(?:[\s,]+${NUMBER})\s*$`, 'u');

/**
 * Writes an origin in user units into the transform of a tag, as attributes or as style: the decoder ignores
 * origins. Others, such as `center`, are left.
 */
export function resolveTransformOrigin(tag: string): string {
  if (!tag.includes('transform-origin') || tag.includes('transform-box')) return tag;
  const attribute = (name: string): RegExp =>
    new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'u');
  const read = (name: string): string | undefined => {
    const found = attribute(name).exec(tag);
    return found?.[1] ?? found?.[2];
  };
  const [origin, transform] = [read('transform-origin'), read('transform')];
  if (origin !== undefined && transform !== undefined) {
    const moved = moveTo(origin, transform, (x, y) => `translate(${x} ${y})`);
    if (moved === null) return tag;
    return tag
      .replace(attribute('transform-origin'), '')
      .replace(attribute('transform'), ` transform="${moved}"`);
  }
  const style = read('style');
  if (style === undefined) return tag;
  const declarations = new Map(
    style.split(';').map((each) => {
      const colon = each.indexOf(':');
      return [each.slice(0, colon).trim(), each.slice(colon + 1).trim()] as const;
    }),
  );
  const [place, turned] = [declarations.get('transform-origin'), declarations.get('transform')];
  const moved =
    place === undefined || turned === undefined
      ? null
      : moveTo(place, turned, (x, y) => `translate(${x}px,${y}px)`);
  if (moved === null) return tag;
  declarations.delete('transform-origin');
  declarations.set('transform', moved);
  const written = [...declarations].flatMap(([name, value]) => (name === '' ? [] : [`${name}:${value}`]));
  return tag.replace(attribute('style'), ` style="${written.join(';').replaceAll('"', "'")}"`);
}

function moveTo(
  origin: string,
  transform: string,
  translate: (x: number, y: number) => string,
): string | null {
  const [, x, y] = ORIGIN.exec(origin) ?? [];
  if (x === undefined || y === undefined || transform.trim() === 'none') return null;
  return `${translate(Number(x), Number(y))} ${transform} ${translate(-Number(x), -Number(y))}`;
}
