import { templatePageWords } from '../../words/template.ts';

/** Where a JSON pointer leads to, in words: `/variables/0/name` is "variable 1, name". */
export function describePlace(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  const places = parts.flatMap((part, index) => {
    // The items of a list count from 1, and replace the list's name.
    if (/^\d+$/u.test(parts[index + 1] ?? '') && part.endsWith('s')) {
      return [`${part.slice(0, -1)} ${Number(parts[index + 1]) + 1}`];
    }
    return /^\d+$/u.test(part) && parts[index - 1]?.endsWith('s') === true ? [] : [part];
  });
  return places.length === 0 ? templatePageWords.draft.document : places.join(', ');
}
