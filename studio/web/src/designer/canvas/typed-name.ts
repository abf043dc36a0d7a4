/** What is typed of a variable's name before the caret: after `{{`. Null: nothing. */
export function typedName(text: string, caret: number): string | null {
  return /(?:^|[^\\])\{\{([^{}\n]*)$/u.exec(text.slice(0, caret))?.[1] ?? null;
}

/** The variables whose names go on as typed; those that begin with it come first. */
export function offeredNames(names: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(wanted));
  const begins = (name: string) => name.toLowerCase().startsWith(wanted);
  return [...found.filter(begins), ...found.filter((name) => !begins(name))].slice(0, 8);
}

/** A text after a name was chosen, and where the caret is then. */
export function insertName(
  text: string,
  caret: number,
  name: string,
): { readonly text: string; readonly caret: number } {
  const typed = typedName(text, caret) ?? '';
  const start = caret - typed.length;
  const rest = text.slice(caret).replace(/^\s*\}\}/u, '');
  return { text: `${text.slice(0, start)}${name}}}${rest}`, caret: start + name.length + 2 };
}
