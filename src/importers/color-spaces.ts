/** Hue, saturation and lightness, and the luminance of colours, from 0 to 1. */

/** Red, green and blue from 0 to 255, which a change of colours writes over. */
export type Rgb = [number, number, number];

/** How bright a colour is, as Photoshop counts it: from 0 to 255. */
export function computeLuminance(color: Readonly<Rgb>): number {
  return 0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2];
}

/** The hue is a share of the circle. */
export function toHsl(color: Readonly<Rgb>): { hue: number; saturation: number; lightness: number } {
  const r = color[0];
  const g = color[1];
  const b = color[2];
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const range = most - least;
  const lightness = (most + least) / 510;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const side = most === r ? (g - b) / range : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  const saturation = range / (255 - Math.abs(most + least - 255));
  return { hue: ((side + 6) % 6) / 6, saturation, lightness };
}

/** Writes a hue, saturation and lightness into a colour. */
export function setHsl(color: Rgb, hue: number, saturation: number, lightness: number): void {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  color[0] = getChannel(hue * 12, lightness, reach);
  color[1] = getChannel(hue * 12 + 8, lightness, reach);
  color[2] = getChannel(hue * 12 + 4, lightness, reach);
}

/** CSS Color 4, 7.1. */
function getChannel(turn: number, lightness: number, reach: number): number {
  const k = turn % 12;
  return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
}

/** Gives a colour another luminance: W3C Compositing and Blending 1, SetLum. */
export function setLuminance(color: Rgb, luminance: number): void {
  const move = luminance - computeLuminance(color);
  for (let channel = 0; channel < 3; channel += 1) color[channel] = (color[channel] ?? 0) + move;
  const least = Math.min(color[0], color[1], color[2]);
  const most = Math.max(color[0], color[1], color[2]);
  const scale =
    least < 0 ? luminance / (luminance - least) : most > 255 ? (255 - luminance) / (most - luminance) : 1;
  if (scale === 1) return;
  for (let channel = 0; channel < 3; channel += 1)
    color[channel] = luminance + ((color[channel] ?? 0) - luminance) * scale;
}

/** Gives a colour another range between its least and its most channel: as W3C's SetSat. */
export function setRange(color: Rgb, range: number): void {
  const least = Math.min(color[0], color[1], color[2]);
  const most = Math.max(color[0], color[1], color[2]);
  for (let channel = 0; channel < 3; channel += 1)
    color[channel] = most > least ? (((color[channel] ?? 0) - least) * range) / (most - least) : 0;
}
