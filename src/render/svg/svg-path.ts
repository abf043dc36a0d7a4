import { num } from './markup.ts';

/** The current path of an SVG context, as path data. Arcs stay arcs: the canvas would make curves of them. */
export class SvgPath {
  #data = '';

  get d(): string {
    return this.#data;
  }

  moveTo(x: number, y: number): void {
    this.#data += `M${num(x)} ${num(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#data += `L${num(x)} ${num(y)}`;
  }

  closePath(): void {
    this.#data += 'Z';
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#data += `M${num(x)} ${num(y)}H${num(x + width)}V${num(y + height)}H${num(x)}Z`;
  }

  /** A whole ellipse: pages have no parts of one. */
  ellipse(x: number, y: number, rx: number, ry: number): void {
    const arc = `A${num(rx)} ${num(ry)} 0 1 1 `;
    this.#data += `M${num(x + rx)} ${num(y)}${arc}${num(x - rx)} ${num(y)}${arc}${num(x + rx)} ${num(y)}Z`;
  }

  /** Radii that are too large for a side are reduced together, as in CSS (Backgrounds 3, section 4.5). */
  roundRect(x: number, y: number, width: number, height: number, radii: number | readonly number[]): void {
    const given = typeof radii === 'number' ? [radii, radii, radii, radii] : radii;
    const [tl = 0, tr = 0, br = 0, bl = 0] = given.map((radius) => Math.max(0, radius));
    const fits = (side: number, both: number): number => (both > side ? side / both : 1);
    const share = Math.min(
      fits(width, tl + tr),
      fits(width, bl + br),
      fits(height, tl + bl),
      fits(height, tr + br),
    );
    const [a, b, c, d] = [tl * share, tr * share, br * share, bl * share];
    const [right, bottom] = [x + width, y + height];
    const corner = (radius: number, toX: number, toY: number): string =>
      radius === 0 ? '' : `A${num(radius)} ${num(radius)} 0 0 1 ${num(toX)} ${num(toY)}`;
    this.#data +=
      `M${num(x + a)} ${num(y)}H${num(right - b)}${corner(b, right, y + b)}` +
      `V${num(bottom - c)}${corner(c, right - c, bottom)}` +
      `H${num(x + d)}${corner(d, x, bottom - d)}V${num(y + a)}${corner(a, x + a, y)}Z`;
  }
}
