/**
 * What a file is, by its first bytes: the rule of every upload of pictures, in browsers before it and in the
 * service.
 */
import { sniffImageType } from './sniff.ts';

/** Bytes that decide; `describeUnreadable` and `needsConversion` take a file's start or all of it. */
export const pictureHeadBytes = 65_536;

/** Whether a file is a picture that templates cannot hold, and that is converted: HEIC or TIFF. */
export function needsConversion(bytes: Uint8Array): boolean {
  return (isHeic(bytes) || isTiff(bytes)) && sniffImageType(bytes) === null;
}

/**
 * Why a file is no picture that can be read: the end of a sentence that starts with the file's name. Null if
 * its first bytes are those of a picture.
 *
 * @param name decides between raw files of cameras, which may begin like a TIFF
 */
export function describeUnreadable(bytes: Uint8Array, name: string): string | null {
  if (bytes.length === 0) return 'is empty: it has no bytes. Copy or download it again.';
  const isRaw = rawEndings.test(name) || isRawTiff(bytes) || getStarts('raw').some((start) => start(bytes));
  if (isRaw && (isTiff(bytes) || sniffImageType(bytes) === null)) return kinds.raw.detail;
  if (sniffImageType(bytes) !== null || needsConversion(bytes)) return null;
  for (const { detail, starts } of Object.values(kinds)) {
    if (starts.some((start) => start(bytes))) return detail;
  }
  return isText(bytes)
    ? 'is a text, not a picture. Accepted are png, jpeg, webp, gif, avif, svg, heic and tiff.'
    : 'is not a picture that can be read. Accepted are png, jpeg, webp, gif, avif, svg, heic and tiff.';
}

type Start = (bytes: Uint8Array) => boolean;

interface Kind {
  readonly detail: string;
  readonly starts: readonly Start[];
}

const rawEndings =
  /\.(?:3fr|arw|cr2|cr3|dng|erf|iiq|kdc|mef|mos|mrw|nef|nrw|orf|pef|raf|raw|rw2|rwl|sr2|srw|x3f)$/iu;

const asPng = 'save it as PNG or JPEG first.';

const kinds = {
  raw: {
    detail: 'is a raw file of a camera; export it as JPEG first.',
    starts: [at(0, 'FUJIFILMCCD-RAW'), at(0, 'IIRO'), at(0, 'IIU\0'), at(0, 'FOVb'), at(4, 'ftypcrx ')],
  },
  photoshop: { detail: `is a Photoshop file (PSD); ${asPng}`, starts: [at(0, '8BPS')] },
  pdf: { detail: 'is a PDF, not a picture; save its page as PNG or JPEG first.', starts: [at(0, '%PDF')] },
  postScript: {
    detail: 'is an EPS or Illustrator file; save it as SVG or PNG first.',
    starts: [at(0, '%!PS'), at(0, '\xc5\xd0\xd3\xc6')],
  },
  jpegXl: {
    detail: `is a JPEG XL picture; ${asPng}`,
    starts: [at(0, '\xff\x0a'), at(0, '\0\0\0\x0cJXL ')],
  },
  jpeg2000: {
    detail: `is a JPEG 2000 picture; ${asPng}`,
    starts: [at(0, '\0\0\0\x0cjP  '), at(0, '\xff\x4f\xff\x51')],
  },
  bitmap: { detail: `is a BMP picture; ${asPng}`, starts: [isBitmap] },
  icon: { detail: `is an icon of Windows (ICO); ${asPng}`, starts: [at(0, '\0\0\x01\0')] },
  metafile: {
    detail: `is a drawing of Windows (EMF or WMF); ${asPng}`,
    starts: [at(0, '\xd7\xcd\xc6\x9a'), (bytes) => at(0, '\x01\0\0\0')(bytes) && at(40, ' EMF')(bytes)],
  },
  video: {
    detail: 'is a video, not a picture; save one picture of it as PNG or JPEG first.',
    starts: [
      ...['ftyp', 'moov', 'mdat', 'wide'].map((box) => at(4, box)),
      at(0, '\x1a\x45\xdf\xa3'),
      at(0, '\0\0\x01\xba'),
      (bytes) => at(0, 'RIFF')(bytes) && at(8, 'AVI ')(bytes),
    ],
  },
  font: {
    detail: 'is a font, not a picture.',
    starts: [at(0, 'wOFF'), at(0, 'wOF2'), at(0, 'OTTO'), at(0, '\0\x01\0\0\0')],
  },
  archive: {
    detail: 'is a .zip, or a document of an office program, not a picture; take its pictures out first.',
    starts: [at(0, 'PK\x03\x04'), at(0, '\xd0\xcf\x11\xe0')],
  },
  compressed: {
    detail: 'is compressed (.gz or .svgz); unpack it first.',
    starts: [at(0, '\x1f\x8b')],
  },
  page: {
    detail:
      'is a web page, not a picture: the download has saved a page. Open the picture itself, and save that.',
    starts: [(bytes) => /^\s*(?:<!doctype html|<html)/iu.test(latin1(bytes.subarray(0, 512)))],
  },
} as const satisfies Readonly<Record<string, Kind>>;

function getStarts(kind: keyof typeof kinds): readonly Start[] {
  return kinds[kind].starts;
}

/** Whether bytes have these characters, one byte each, at a place. */
function at(place: number, characters: string): Start {
  return (bytes) => latin1(bytes.subarray(place, place + characters.length)) === characters;
}

/** `BM`, and a header whose size is one of those that exist. */
function isBitmap(bytes: Uint8Array): boolean {
  return at(0, 'BM')(bytes) && [12, 40, 52, 56, 64, 108, 124].includes(bytes[14] ?? 0);
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);

/** A High Efficiency Image File by its major or a compatible brand (ISO/IEC 23008-12). */
function isHeic(bytes: Uint8Array): boolean {
  if (!at(4, 'ftyp')(bytes)) return false;
  const end = Math.min(new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0), bytes.length, 256);
  for (let place = 8; place + 4 <= end; place += 4) {
    // Bytes 12 to 15 are a version number.
    if (place !== 12 && heicBrands.has(latin1(bytes.subarray(place, place + 4)))) return true;
  }
  return false;
}

/** TIFF 6.0 and BigTIFF. */
function isTiff(bytes: Uint8Array): boolean {
  return ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].some((start) => at(0, start)(bytes));
}

/** Tags of a TIFF: reduced resolution, colours of a sensor, DNG's version. */
const subfileTag = 254;
const photometricTag = 262;
const dngTag = 50_706;
const sensorColors = 32_803;

/**
 * Whether a TIFF is a raw file: its first picture is then a small preview, or what the sensor has measured.
 * Its tags come before the pixels in those files.
 */
function isRawTiff(bytes: Uint8Array): boolean {
  if (!at(0, 'II*\0')(bytes) && !at(0, 'MM\0*')(bytes)) return false;
  if (at(8, 'CR\x02')(bytes)) return true;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0x49;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > bytes.length) return false;
  const count = view.getUint16(start, isLittle);
  for (let index = 0; index < count; index += 1) {
    const entry = start + 2 + 12 * index;
    if (entry + 12 > bytes.length) return false;
    const tag = view.getUint16(entry, isLittle);
    if (tag === dngTag) return true;
    if (tag === photometricTag && view.getUint16(entry + 8, isLittle) === sensorColors) return true;
    if (tag === subfileTag && (view.getUint32(entry + 8, isLittle) & 1) === 1) return true;
  }
  return false;
}

/** UTF-8 without control characters. */
function isText(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 512));
  return !/(?![\t\n\r])\p{Cc}/u.test(text) && !text.slice(0, -1).includes('\ufffd');
}

/** As one character for each byte. */
function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
