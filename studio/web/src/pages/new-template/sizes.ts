import type { Schema } from '../../api/client.ts';
import { sizeWords } from '../../words/new-template.ts';

/** A blank page: what the contract's BlankSource needs. */
export type BlankSize = Required<Schema<'BlankSource'>>;

/** A page size that people know by its name. */
export interface SizePreset extends BlankSize {
  readonly id: string;
  readonly name: string;
}

const { groups, sizes } = sizeWords;

const px = (id: keyof typeof sizes, width: number, height: number): SizePreset => {
  return { id, name: sizes[id], width, height, unit: 'px', dpi: 96 };
};
const print = (
  id: keyof typeof sizes,
  width: number,
  height: number,
  unit: 'mm' | 'in' = 'mm',
): SizePreset => {
  return { id, name: sizes[id], width, height, unit, dpi: 300 };
};

/** The sizes to begin with, by what they are for. */
export const sizeGroups: readonly { readonly name: string; readonly presets: readonly SizePreset[] }[] = [
  {
    name: groups.social,
    presets: [
      px('openGraph', 1200, 630),
      px('square', 1080, 1080),
      px('portrait', 1080, 1350),
      px('story', 1080, 1920),
      px('linkedIn', 1200, 627),
      px('linkedInCover', 1584, 396),
      px('banner', 1500, 500),
      px('xPost', 1600, 900),
      px('thumbnail', 1280, 720),
      px('channelArt', 2560, 1440),
      px('pin', 1000, 1500),
      px('mailHeader', 1200, 400),
    ],
  },
  {
    name: groups.paper,
    presets: [
      print('a4', 210, 297),
      print('a4Landscape', 297, 210),
      print('a5', 148, 210),
      print('a6', 105, 148),
      print('letter', 8.5, 11, 'in'),
      print('a3', 297, 420),
      print('flyerLong', 99, 210),
      print('postcard', 148, 105),
      print('ticket', 210, 85),
    ],
  },
  {
    name: groups.labels,
    presets: [
      print('badge', 90, 60),
      print('businessCard', 85, 55),
      print('businessCardUs', 3.5, 2, 'in'),
      print('addressLabel', 99.1, 38.1),
      print('squareLabel', 63.5, 63.5),
      print('shippingLabel', 4, 6, 'in'),
    ],
  },
];

/** All presets in one list. */
export const presets: readonly SizePreset[] = sizeGroups.flatMap((group) => group.presets);
