/** The CIEDE2000 difference of two sRGB colours from 0 to 255 (Sharma, Wu and Dalal, 2005), both for D65. */
export function colorDifference(one: readonly number[], other: readonly number[]): number {
  const [l1, a1, b1] = toLab(one);
  const [l2, a2, b2] = toLab(other);
  const meanChroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7)));
  const [x1, x2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)];
  const [h1, h2] = [hue(b1, x1), hue(b2, x2)];
  const grey = c1 * c2 === 0;
  let turn = grey ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  const deltaHue = 2 * Math.sqrt(c1 * c2) * sine(turn / 2);
  const chroma = (c1 + c2) / 2;
  const lightness = (l1 + l2) / 2;
  let mean = h1 + h2;
  if (!grey) mean = Math.abs(h1 - h2) <= 180 ? mean / 2 : mean < 360 ? mean / 2 + 180 : mean / 2 - 180;
  const t =
    1 -
    0.17 * cosine(mean - 30) +
    0.24 * cosine(2 * mean) +
    0.32 * cosine(3 * mean + 6) -
    0.2 * cosine(4 * mean - 63);
  const overLightness = (lightness - 50) ** 2;
  const inLightness = (l2 - l1) / (1 + (0.015 * overLightness) / Math.sqrt(20 + overLightness));
  const inChroma = (c2 - c1) / (1 + 0.045 * chroma);
  const inHue = deltaHue / (1 + 0.015 * chroma * t);
  const spread = 30 * Math.exp(-(((mean - 275) / 25) ** 2));
  const rotation = -2 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)) * sine(2 * spread);
  return Math.sqrt(inLightness ** 2 + inChroma ** 2 + inHue ** 2 + rotation * inChroma * inHue);
}

function toLab([red = 0, green = 0, blue = 0]: readonly number[]): [number, number, number] {
  const [r, g, b] = [red, green, blue].map((value) => {
    const v = value / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const f = (t: number): number => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function hue(b: number, a: number): number {
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

const sine = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
const cosine = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
