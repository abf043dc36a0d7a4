import type { FontFace } from '../fonts/font-face.ts';

/** Characters that exist only for the sake of older encodings: two or three letters in one, of Latin and Armenian. */
const ligature = /[\u0132\u0133\u013f\u0140\u0149\u01c4-\u01cc\u01f1-\u01f3\ufb00-\ufb06\ufb13-\ufb17]/gu;

/**
 * Text with the ligatures that were pasted as characters, such as U+FB01 for fi, taken apart where none of the element's own
 * fonts has them: a font of another script may, and its letters would stand out.
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
