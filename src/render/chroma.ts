/** How a JPEG stores colour: for every four pixels (half of each side), or for every pixel. */
export type Chroma = '4:2:0' | '4:4:4';

/** From this quality on, colour that is coarser than brightness would be the largest error of the file. */
const MIN_FULL_CHROMA_QUALITY = 90;

/** How a JPEG of this quality stores colour unless the request says otherwise. */
export function defaultChroma(quality: number): Chroma {
  return quality >= MIN_FULL_CHROMA_QUALITY ? '4:4:4' : '4:2:0';
}
