import { isIgnorable } from '../../fonts/characters.ts';
import type { FontFace } from '../../fonts/font-face.ts';

/** Latin and Armenian compatibility characters that combine two or three letters. */
const ligature = /[\u0132\u0133\u013f\u0140\u0149\u01c4-\u01cc\u01f1-\u01f3\ufb00-\ufb06\ufb13-\ufb17]/gu;

/**
 * Replaces ligature characters, such as U+FB01 (fi), by their letters if none of the element's fonts has
 * them. A fallback font of another script might have them, but its letters would look different.
 */
export function splitLigatures(text: string, faces: readonly FontFace[]): string {
  const isMissing = (character: string): boolean =>
    !faces.some((face) => face.has(character.codePointAt(0) ?? 0));
  return text.replace(ligature, (character) => {
    if (!isMissing(character)) return character;
    const letters = character.normalize('NFKC');
    const plain = letters.replace('\u02bc', isMissing('\u02bc') ? '\u2019' : '\u02bc');
    return [...plain].some(isMissing) ? character : plain;
  });
}

/**
 * The plain form of a character that no font has, such as a bold or script mathematical letter; null if there
 * is none or it is longer.
 */
export function plainForm(cluster: string): string | null {
  const plain = cluster.normalize('NFKC');
  return plain === cluster || plain.length > cluster.length || plain.includes(' ') ? null : plain;
}

/**
 * Replaces the characters that the face lacks, without changing the length: letters by the noncharacter
 * U+FFFF, for which every font draws its missing-glyph box (for other characters, system fonts might be
 * used), marks by an invisible character.
 */
export function markMissing(cluster: string, face: FontFace): string {
  let marked = '';
  for (const character of cluster) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (isIgnorable(codePoint) || face.has(codePoint)) marked += character;
    else marked += (/\p{M}/u.test(character) ? '\u2060' : '\uffff').padEnd(character.length, '\u2060');
  }
  return marked;
}
