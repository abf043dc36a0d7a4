/** A code and the text that it stands for. */
export interface CodeText {
  readonly code: number;
  readonly text: string;
}

/** A font under one of its names, with the texts that its codes stand for under that name. */
export interface FontCopy {
  readonly name: string;
  readonly texts: Map<number, string>;
}

/**
 * The names of one font of a PDF. A glyph may stand for different characters in different places, for example
 * the base shape of ب and ت, but a font can map it to one text only. So the font gets copies, which share
 * everything but the map.
 */
export class FontCopies {
  readonly all: FontCopy[];

  constructor(name: string) {
    this.all = [{ name, texts: new Map() }];
  }

  /** Whether a code stands for its text under a name. */
  has(name: string, { code, text }: CodeText): boolean {
    return this.all.some((copy) => copy.name === name && copy.texts.get(code) === text);
  }

  /** The name of a copy in which each code stands for its text: the preferred one if possible. */
  nameFor(wanted: readonly CodeText[], preferred?: string): string {
    const fits = ({ texts }: FontCopy) =>
      wanted.every(({ code, text }) => (texts.get(code) ?? text) === text);
    let copy = this.all.find((each) => each.name === preferred && fits(each)) ?? this.all.find(fits);
    if (copy === undefined) {
      copy = { name: `${this.all[0]?.name ?? 'F'}u${this.all.length}`, texts: new Map() };
      this.all.push(copy);
    }
    for (const { code, text } of wanted) copy.texts.set(code, text);
    return copy.name;
  }
}
