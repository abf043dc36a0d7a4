import type { BlendMode } from 'ag-psd';
import { computeLuminance, setLuminance, setRange, type Rgb } from '../color-spaces.ts';

type Mix = (below: number, above: number) => number;

const burn: Mix = (below, above) => (above <= 0 ? 0 : 1 - Math.min(1, (1 - below) / above));
const dodge: Mix = (below, above) => (above >= 1 ? 1 : Math.min(1, below / (1 - above)));
const hard: Mix = (below, above) => (above < 0.5 ? 2 * below * above : 1 - 2 * (1 - below) * (1 - above));
const vivid: Mix = (below, above) => (above < 0.5 ? burn(below, 2 * above) : dodge(below, 2 * above - 1));

/** Modes that mix each channel by itself. W3C Compositing and Blending 1, and Photoshop's own ones. */
const mixes: Readonly<Partial<Record<BlendMode, Mix>>> = {
  darken: Math.min,
  multiply: (below, above) => below * above,
  'color burn': burn,
  'linear burn': (below, above) => below + above - 1,
  lighten: Math.max,
  screen: (below, above) => below + above - below * above,
  'color dodge': dodge,
  'linear dodge': (below, above) => below + above,
  overlay: (below, above) => hard(above, below),
  'soft light': (below, above) =>
    above < 0.5
      ? below - (1 - 2 * above) * below * (1 - below)
      : below + (2 * above - 1) * (Math.sqrt(below) - below),
  'hard light': hard,
  'vivid light': vivid,
  'linear light': (below, above) => below + 2 * above - 1,
  'pin light': (below, above) => (above < 0.5 ? Math.min(below, 2 * above) : Math.max(below, 2 * above - 1)),
  'hard mix': (below, above) => (vivid(below, above) < 0.5 ? 0 : 1),
  difference: (below, above) => Math.abs(below - above),
  exclusion: (below, above) => below + above - 2 * below * above,
  subtract: (below, above) => below - above,
  divide: (below, above) => (above <= 0 ? 1 : below / above),
};

/** A channel from 0 to 1 mixed with another one; as it is for modes that mix channels with each other. */
export function mixChannel(mode: BlendMode = 'normal', below: number, above: number): number {
  const mix = mixes[mode];
  return mix === undefined ? above : Math.min(1, Math.max(0, mix(below, above)));
}

/** A colour from 0 to 255 mixed with another one. W3C Compositing and Blending 1, 10. */
export function mixColor(mode: BlendMode, below: Readonly<Rgb>, above: Readonly<Rgb>): Rgb {
  // All other modes mix each channel by itself.
  switch (mode as string) {
    case 'darker color':
      return computeLuminance(above) < computeLuminance(below) ? [...above] : [...below];
    case 'lighter color':
      return computeLuminance(above) > computeLuminance(below) ? [...above] : [...below];
    case 'luminosity':
      return withLuminance([...below], computeLuminance(above));
    case 'color':
      return withLuminance([...above], computeLuminance(below));
    case 'hue':
      return withLuminance(withRange([...above], below), computeLuminance(below));
    case 'saturation':
      return withLuminance(withRange([...below], above), computeLuminance(below));
    default: {
      const mixed = (channel: number): number =>
        255 * mixChannel(mode, (below[channel] ?? 0) / 255, (above[channel] ?? 0) / 255);
      return [mixed(0), mixed(1), mixed(2)];
    }
  }
}

function withLuminance(color: Rgb, luminance: number): Rgb {
  setLuminance(color, luminance);
  return color;
}

function withRange(color: Rgb, other: Readonly<Rgb>): Rgb {
  setRange(color, Math.max(...other) - Math.min(...other));
  return color;
}
