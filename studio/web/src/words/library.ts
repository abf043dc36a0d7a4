import { formatCount } from '../formats.ts';
import type { Schema } from '../api/client.ts';

/** Words of the library: its page, its dialogs in the designer, the palette. */
export const libraryWords = {
  title: 'Library',
  description:
    'Colors, fonts, logos, pictures, text styles and blocks that all templates of the workspace share.',
  search: 'Search the library',
  all: 'All',
  kinds: {
    COLOR: 'Colors',
    FONT: 'Fonts',
    LOGO: 'Logos',
    PICTURE: 'Pictures',
    TEXT_STYLE: 'Text styles',
    BLOCK: 'Blocks',
  } as Readonly<Record<Schema<'LibraryKind'>, string>>,
  kind: {
    COLOR: 'Color',
    FONT: 'Font',
    LOGO: 'Logo',
    PICTURE: 'Picture',
    TEXT_STYLE: 'Text style',
    BLOCK: 'Block',
  } as Readonly<Record<Schema<'LibraryKind'>, string>>,
  filter: 'Show',
  list: 'Items of the library',
  addColor: 'Add color',
  upload: 'Upload',
  uploads: { LOGO: 'Logo', PICTURE: 'Picture', FONT: 'Font' },
  uploading: (name: string) => `${name} is uploaded …`,
  added: (name: string) => `${name} is in the library.`,
  empty: {
    title: 'Nothing here yet',
    detail:
      'Add the colors, logos and fonts of your brand. Text styles and blocks come from the designer: ' +
      'select something, and run the command "Save to the library".',
  },
  nothingFound: { title: 'Nothing found', detail: 'No item has this in its name.', action: 'Show all' },
  menu: (name: string) => `Actions for ${name}`,
  rename: 'Rename',
  change: { color: 'Change the color', file: 'Replace the file' },
  remove: 'Remove',
  download: 'Download',
  by: (name: string | null, date: string) => (name === null ? date : `${name}, ${date}`),
  dialog: {
    color: 'Color',
    colorHint: 'As templates have it: #1d4ed8, rgb(…), hsl(…)',
    eyedropper: 'Pick a color of the screen',
    name: 'Name',
    create: 'Add to the library',
    save: 'Save',
    renameTitle: 'Rename the item',
    colorTitle: 'Change the color',
    addTitle: 'Add a color',
  },
  removal: {
    title: 'Remove from the library',
    detail: (name: string) => `${name} is removed for everybody. Templates that have a copy keep it.`,
    confirm: 'Remove item',
    done: (name: string) => `${name} is removed from the library.`,
  },
  designer: {
    title: 'Library',
    use: (name: string) => `Use ${name}`,
    hint: {
      COLOR: 'A color is given to what is selected.',
      FONT: 'A font becomes one of this template.',
      LOGO: 'A logo is added to the page.',
      PICTURE: 'A picture is added to the page.',
      TEXT_STYLE: 'A text style is given to the texts that are selected. Without one, a text is added.',
      BLOCK: 'A block is added to the page, with its files, fonts and variables.',
    } as Readonly<Record<Schema<'LibraryKind'>, string>>,
    icons: 'Icons',
    iconSearch: 'Search icons',
    iconHint: 'Tabler Icons, MIT licence. An icon is a path: its color is that of its stroke or fill.',
    iconCount: (shown: number, all: number) =>
      shown === all ? formatCount(all, 'icon', 'icons') : `The first ${shown} of ${all} icons`,
    noIcon: 'No icon has this in its name.',
    updates: 'Updates',
    upToDate: 'What this template has of the library is as it is there.',
    update: (name: string) => `Take over ${name}`,
    updateAction: 'Take over',
    full:
      'This template has more copies from the library than Studio notes: 500 items, and 100 uses of each. ' +
      'Those that were used first stay as they are, and "Updates" lists them no more.',
    kept: (item: string, files: readonly string[]) =>
      `The library's ${item} has no file for ${files.join(', ')} any more: this template keeps its own.`,
    changed: 'Changed in the library',
    gone: 'Removed from the library: the copy stays.',
    forget: 'Forget',
    forgetItem: (use: string) => `Forget that ${use} is of the library`,
    done: (name: string) => `${name} is as in the library now.`,
    selectFirst: 'Select what gets the color.',
    manage: 'All of the library',
    more: 'Show more',
    nothing: 'The library has none of these yet.',
    palette: 'Colors of the library',
    addToLibrary: 'Add to the library',
  },
  saving: {
    title: 'Save to the library',
    as: 'As',
    name: 'Name',
    submit: 'Save to the library',
  },
} as const;
