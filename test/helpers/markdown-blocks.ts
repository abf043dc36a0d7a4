/** A fenced block of a page. */
export interface MarkdownBlock {
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a page, without the indentation of a list. */
export function readBlocks(markdown: string): MarkdownBlock[] {
  return [...markdown.matchAll(/^( *)```(\w+)\n([^]*?)^\1```$/gm)].map(
    ([, indentation = '', language = '', text = '']) => ({
      language,
      text: text.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
    }),
  );
}

/** The shell blocks of a page or of one of its sections. */
export function shellBlocks(markdown: string, heading?: string): string[] {
  const section =
    heading === undefined
      ? markdown
      : (markdown.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? '');
  const blocks = readBlocks(section).filter(({ language }) => language === 'sh');
  if (blocks.length === 0) throw new Error(`There are no commands under "${heading ?? 'any heading'}".`);
  return blocks.map(({ text }) => text);
}

/** The files of a page: blocks that name their path in a comment, by path. */
export function fileBlocks(markdown: string): ReadonlyMap<string, string> {
  const named = /^(?:\/\/|#|<!--) ([\w./[\]-]+\.\w+)(?: -->)?$/m;
  return new Map(
    readBlocks(markdown).flatMap(({ text }) => {
      const [, name] = named.exec(text) ?? [];
      return name === undefined ? [] : [[name, text] as const];
    }),
  );
}
