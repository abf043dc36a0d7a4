/** Words of pages: their list, their labels on the canvas, their commands. */
export const pageWords = {
  region: 'Pages',
  list: 'Pages',
  /** What the first page is called when a second one is added; further ones are counted on. */
  first: 'Page 1',
  add: 'Add page',
  goTo: (name: string) => `Work on ${name}`,
  number: (number: number, name: string, count: number) =>
    `Page ${number} ${name}${count > 1 ? ` × ${count}` : ''}`,
  actions: (name: string) => `Actions of ${name}`,
  nameOf: (name: string) => `Name of ${name}`,
  rename: 'Rename',
  duplicate: 'Duplicate',
  earlier: 'Move up',
  later: 'Move down',
  remove: 'Delete',
  moved: (name: string, number: number) => `${name} is page ${number} now`,
  removed: (name: string) => `${name} is deleted`,
  result: 'Pages of the result',
  resultPage: (number: number, count: number) => `Page ${number} of ${count} in the result`,
  notInResult: (count: number) => `With these values, this page is not among the ${count} of the result`,
  absent: 'not in the result',
  nextResult: 'Next page of the result',
  previousResult: 'Previous page of the result',
  times: (count: number) => `× ${count}`,
} as const;
