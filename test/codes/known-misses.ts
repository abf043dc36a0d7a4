/** Why a reader misses a print of a code, by symbology and reader. */
export const knownMisses: Readonly<Record<string, string>> = {
  'swissqrcode zbar': 'ZBar is led astray by the cross: it reads the code if the cross is covered.',
  'maxicode zxing': 'ZXing reads MaxiCode only upright.',
  'maxicode rxing':
    'rxing reads MaxiCode only upright and with gaps between hexagons: Poppler closes them up to 300 dpi.',
};
