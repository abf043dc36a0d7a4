const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** How deep the brackets of a text are nested that may be JSON. Takes no stack, as parsing it may. */
export function jsonDepth(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfJsonString(text, at);
        break;
      case openBracket:
      case openBrace:
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        break;
    }
  }
  return deepest;
}

/** Where the string ends that begins at a quotation mark: at its last one, or with the text. */
export function endOfJsonString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
