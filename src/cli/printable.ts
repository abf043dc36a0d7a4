/** Replaces what a terminal would obey (control characters, changes of direction) by question marks. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '?');
}
