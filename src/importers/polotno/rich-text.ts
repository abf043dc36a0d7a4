/** Texts with formatted parts: the HTML of Polotno's editor. */
import sax from 'sax';
import type { TextRun } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import { readCssPaint } from '../css-paint.ts';

const tags = /<\/?(?:p|br|b|i|u|s|em|strong|span|div|ul|ol|li|del|strike)\b[^>]*>/iu;

/** Tags that begin a line. */
const blocks = new Set(['p', 'div', 'li']);

type Style = Omit<TextRun, 'text'>;

/** Whether a text is HTML. */
export function isRichText(text: string): boolean {
  return tags.test(text);
}

/** Reads HTML as runs. `lose` is called for formats that runs do not have. */
export function readRichText(html: string, lose: (property: string, reason: string) => void): TextRun[] {
  const runs: TextRun[] = [];
  const styles: Style[] = [{}];
  const breaks = new LineBreaks();
  const parser = sax.parser(false, { lowercase: true });
  parser.onopentag = ({ name, attributes }) => {
    if (name === 'br') breaks.addBreak();
    if (blocks.has(name)) breaks.endBlock();
    if (name === 'ul' || name === 'ol') lose('list', 'Its entries are lines without marks.');
    const { style = '' } = attributes;
    const css = typeof style === 'string' ? style : style.value;
    styles.push({ ...styles.at(-1), ...styleOfTag(name), ...styleOfCss(css, lose) });
  };
  parser.onclosetag = (name) => {
    if (styles.length > 1) styles.pop();
    if (blocks.has(name)) breaks.endBlock();
  };
  parser.ontext = (html) => {
    const text = html.replaceAll(/[\t\r\n ]+/gu, ' ');
    if (text === '' || (text === ' ' && !breaks.isInLine)) return;
    runs.push({ ...styles.at(-1), text: breaks.take() + text });
  };
  parser.onerror = () => {
    // The rest is read as it is.
    parser.error = null as unknown as Error;
  };
  parser.write(`<div>${html}</div>`).close();
  return runs.length > 0 ? runs : [{ text: '' }];
}

/** Counts the line feeds before a text. A break at the end of a block, as in `<p><br></p>`, adds no line. */
class LineBreaks {
  #feeds = 0;
  #hasBlockBefore = false;
  #isInBlock = false;
  #endsWithBreak = false;

  /** Whether there is something in the line. */
  get isInLine(): boolean {
    return this.#isInBlock && !this.#endsWithBreak;
  }

  addBreak(): void {
    this.#begin();
    this.#feeds += 1;
    this.#endsWithBreak = true;
  }

  endBlock(): void {
    if (!this.#isInBlock) return;
    if (this.#endsWithBreak) this.#feeds -= 1;
    this.#hasBlockBefore = true;
    this.#isInBlock = false;
    this.#endsWithBreak = false;
  }

  /** The line feeds before the text that follows. */
  take(): string {
    this.#begin();
    const feeds = '\n'.repeat(this.#feeds);
    this.#feeds = 0;
    this.#endsWithBreak = false;
    return feeds;
  }

  #begin(): void {
    if (!this.#isInBlock && this.#hasBlockBefore) this.#feeds += 1;
    this.#isInBlock = true;
  }
}

function styleOfTag(name: string): Style {
  switch (name) {
    case 'b':
    case 'strong':
      return { fontWeight: 700 };
    case 'i':
    case 'em':
      return { fontStyle: 'italic' };
    case 'u':
      return { decoration: 'underline' };
    case 's':
    case 'del':
    case 'strike':
      return { decoration: 'line-through' };
    default:
      return {};
  }
}

function styleOfCss(css: string, lose: (property: string, reason: string) => void): Style {
  const style: Style = {};
  for (const declaration of css.split(';')) {
    const [key = '', ...rest] = declaration.split(':');
    const [property, value] = [key.trim().toLowerCase(), rest.join(':').trim()];
    if (property === '') continue;
    const size = /^([\d.]+)px$/u.exec(value)?.[1];
    const paint = property === 'color' ? readCssPaint(value) : null;
    const weight = { bold: 700, normal: 400 }[value] ?? Number(value);
    if (paint !== null) style.color = paint;
    else if (property === 'font-size' && size !== undefined)
      style.fontSize = Math.max(0.1, rounded(Number(size)));
    else if (property === 'font-family' && value !== '') style.fontFamily = value;
    else if (property === 'font-weight' && weight >= 100 && weight <= 900)
      style.fontWeight = Math.round(weight / 100) * 100;
    else if (property === 'font-style') style.fontStyle = value === 'italic' ? 'italic' : 'normal';
    else lose(`style: ${property}`, `"${value}" is not converted.`);
  }
  return style;
}
