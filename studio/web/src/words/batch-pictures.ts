import { formatCount, formatNumber } from '../formats.ts';

const pictures = (count: number) => formatCount(count, 'picture', 'pictures');

/** Words about the pictures that a batch takes along. */
export const pictureWords = {
  title: 'Pictures',
  hint:
    'Pictures that cells name may come along: drop them, their folder or a .zip. A cell names its picture ' +
    'with or without the ending. Pictures in the cells of an Excel file are read, too.',
  hintShort: 'Drop the pictures that cells name here, too: files, a folder or a .zip.',
  add: 'Add pictures',
  addFolder: 'Add a folder',
  input: 'Pictures, or a .zip of pictures',
  folderInput: 'Folder of pictures',
  remove: 'Remove the pictures',
  beside: (count: number) => `${pictures(count)} beside the table`,
  inCells: (count: number) => `${pictures(count)} in cells`,
  shown: (count: number) => `${formatNumber(count)} shown by rows`,
  uploading: (done: number, total: number) => `${formatNumber(done)} of ${pictures(total)} uploaded …`,
  problemsTitle: (count: number) => `${formatCount(count, 'cell has', 'cells have')} no clear picture`,
  problem: (line: string, column: string, detail: string) => `Row ${line}, ${column}: ${detail}`,
  unusedTitle: (count: number) => `${pictures(count)} that no cell names`,
  notUsed: 'Left out',
  ignored: (names: string) => `Pictures in columns that no variable takes: ${names}.`,
  refusedTitle: (count: number) => `${formatCount(count, 'picture was', 'pictures were')} refused`,
  again: 'Upload again',
  more: (count: number) => `And ${formatNumber(count)} more.`,
  tooMany: (limit: number) => `A batch may have ${pictures(limit)}. Choose those that the rows name.`,
  zipTooLarge: (name: string, limit: string) =>
    `${name} is larger than ${limit}. Drop its pictures in parts.`,
  zipUnreadable: (name: string) => `${name} could not be unpacked. Unpack it, and drop its folder.`,
  zipEmpty: (name: string) => `${name} has no pictures.`,
  unreadable: 'It could not be unpacked.',
  noneInFolder: 'There are no pictures among these files.',
  twoTables: 'Drop one file with rows at a time; pictures may come with it.',
};
