import sax from 'sax';

/** An element of an XML part, without the prefix of its name. */
export interface XmlTag {
  readonly name: string;
  /** By their names as written, such as `r:embed`. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface XmlVisitor {
  readonly open?: (tag: XmlTag, path: readonly string[]) => void;
  /** `text` is that directly in the element, `path` the names of the elements around it. */
  readonly close?: (name: string, text: string, path: readonly string[]) => void;
}

/**
 * Walks through a part of a workbook. Rejects parts that are not well-formed.
 *
 * @throws Error
 */
export function walkXml(part: Uint8Array | undefined, { open, close }: XmlVisitor): void {
  if (part === undefined) return;
  const path: string[] = [];
  const texts: string[] = [];
  const reader = sax.parser(true);
  reader.onopentag = ({ name, attributes }) => {
    const local = localName(name);
    open?.({ name: local, attributes: attributes as Readonly<Record<string, string>> }, path);
    path.push(local);
    texts.push('');
  };
  reader.ontext = (text) => {
    if (texts.length > 0) texts[texts.length - 1] += text;
  };
  reader.onclosetag = () => {
    const name = path.pop() ?? '';
    close?.(name, texts.pop() ?? '', path);
  };
  reader.onerror = (error) => {
    throw error;
  };
  reader.write(new TextDecoder().decode(part)).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute by its name without prefix: `embed` finds `r:embed`. */
export function readAttribute(attributes: XmlTag['attributes'], name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => key.includes(':') && localName(key) === name)?.[1];
}
