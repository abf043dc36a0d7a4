import sharp from 'sharp';

let loading: Promise<Buffer> | undefined;

/**
 * An ICC profile of sRGB, 480 bytes, the same every time: "sRGB" of saucecontrol's compact profiles, in the
 * public domain (CC0), which libvips contains.
 */
export function srgbProfile(): Promise<Buffer> {
  loading ??= readBuiltInProfile();
  return loading;
}

async function readBuiltInProfile(): Promise<Buffer> {
  const tagged = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000000' } })
    .withIccProfile('srgb')
    .png()
    .toBuffer();
  const { icc } = await sharp(tagged).metadata();
  if (icc === undefined) throw new Error('the image library has no sRGB profile');
  return icc;
}
