/** Entries that one block of a character map may have (Adobe Technical Note 5014). */
const MAX_BLOCK_ENTRIES = 100;

/** A character map (ToUnicode) from two-byte codes to texts. */
export function writeToUnicode(texts: ReadonlyMap<number, string>): string {
  const entries = [...texts]
    .sort(([a], [b]) => a - b)
    .map(([code, text]) => `<${codeHex(code)}> <${utf16Hex(text)}>`);
  let blocks = '';
  for (let at = 0; at < entries.length; at += MAX_BLOCK_ENTRIES) {
    const block = entries.slice(at, at + MAX_BLOCK_ENTRIES);
    blocks += `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`;
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks}endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/** UTF-16, big-endian, in hexadecimal digits. */
export function utf16Hex(text: string): string {
  let hex = '';
  for (let index = 0; index < text.length; index++) hex += codeHex(text.charCodeAt(index));
  return hex;
}

const written: string[] = [];

/** A code of a Type 0 font, or a unit of UTF-16, in hexadecimal digits. */
export function codeHex(code: number): string {
  return (written[code] ??= code.toString(16).toUpperCase().padStart(4, '0'));
}
