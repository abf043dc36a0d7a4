/** Something in an SVG that is not read exactly: the picture is then taken from the SVG decoder as pixels. */
export class UnsupportedSvg extends Error {
  constructor(what: string) {
    super(`not read as a vector: ${what.slice(0, 100)}`);
    this.name = 'UnsupportedSvg';
  }
}
