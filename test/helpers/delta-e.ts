/** How far apart two colours of Lab are seen: CIEDE2000 (ISO/CIE 11664-6), with all weights 1. */
export function deltaE00(one: readonly number[], other: readonly number[]): number {
  const [l1 = 0, a1 = 0, b1 = 0] = one;
  const [l2 = 0, a2 = 0, b2 = 0] = other;
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const stretch = 1.5 - 0.5 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [angleOf(a1 * stretch, b1), angleOf(a2 * stretch, b2)];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1;
  const sum = h1 + h2;
  const far = Math.abs(h1 - h2) > 180;
  const hue = isGrey ? sum : far ? (sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2) : sum / 2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 - 0.17 * cos(hue - 30) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + 6) - 0.2 * cos(4 * hue - 63);
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * c);
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin((turn * Math.PI) / 360)) / (1 + 0.015 * c * t);
  const rotation =
    -2 *
    Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) *
    Math.sin((60 * Math.exp(-(((hue - 275) / 25) ** 2)) * Math.PI) / 180);
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}

function angleOf(a: number, b: number): number {
  return a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

function cos(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}
