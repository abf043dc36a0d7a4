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
  times: (count: number) => `× ${count}`,
} as const;
