/** A document as HTML, for WeasyPrint and Chromium. */
import type { Block, Edge, Paper, Style } from '../paper.ts';

/** The sheet of styles and the content; fonts come from elsewhere. */
export interface Html {
  readonly style: string;
  readonly body: string;
}

export function writeHtml({ width, height, margin, edges, art, lines, blocks }: Paper): Html {
  const { top, right, bottom, left } = margin;
  const boxes = edges.map((edge) => `@${edge.place}{${edgeCss(edge)}}`).join('');
  const style =
    `@page{size:${width}px ${height}px;margin:${top}px ${right}px ${bottom}px ${left}px;${boxes}}` +
    'html,body{margin:0}p,table{margin:0}table{width:100%;border-collapse:collapse;table-layout:fixed}' +
    'tr{break-inside:avoid}.l{position:absolute;white-space:pre}p{white-space:pre-line}' +
    '.p{display:flex;justify-content:space-between}';
  const url = art === null ? null : `data:image/svg+xml;base64,${Buffer.from(art).toString('base64')}`;
  const wholePage = `position:absolute;left:0;top:0;width:${width}px;height:${height}px`;
  const picture = url === null ? '' : `<img src="${url}" alt="" style="${wholePage}">`;
  const placed = lines.map(
    (line) =>
      `<div class="l" style="left:${line.x - left}px;top:${line.y - top}px;` +
      `line-height:${line.height}px;${css(line.style)}">${escape(line.text)}</div>`,
  );
  return { style, body: picture + placed.join('') + blocks.map(writeBlock).join('') };
}

function writeBlock(block: Block): string {
  switch (block.type) {
    case 'space':
      return `<div style="height:${block.height}px"></div>`;
    case 'text':
      return `<p style="${css(block.style)};line-height:${block.lineHeight}">${escape(block.text)}</p>`;
    case 'pair':
      return (
        `<div class="p" style="padding:0 12px 6px ${block.indent}px;${css(block.style)}">` +
        `<span>${escape(block.label)}</span><span>${escape(block.value)}</span></div>`
      );
    case 'table': {
      const { columns, rows, size, lineHeight, padding, head, stripe, border } = block;
      const sizes = columns.map(({ width }) => (width === null ? '<col>' : `<col style="width:${width}px">`));
      const cells = (tag: string, texts: readonly string[]): string =>
        texts.map((text, at) => `<${tag} class="c${at}">${escape(text)}</${tag}>`).join('');
      const aligned = columns.map(({ align }, at) => `.c${at}{text-align:${align}}`).join('');
      const style =
        `td,th{padding:${padding[0]}px ${padding[1]}px;border-bottom:1px solid ${border}}` +
        `tbody tr:nth-child(even){background:${stripe}}thead{background:${head.fill};color:${head.color}}` +
        `table{font:400 ${size}px/${lineHeight} Inter}th{font-weight:600}${aligned}`;
      const header = cells(
        'th',
        columns.map(({ header: text }) => text),
      );
      const body = rows.map((texts) => `<tr>${cells('td', texts)}</tr>`).join('');
      return (
        `<style>${style}</style><table><colgroup>${sizes.join('')}</colgroup>` +
        `<thead><tr>${header}</tr></thead><tbody>${body}</tbody></table>`
      );
    }
  }
}

function edgeCss({ text, style }: Edge): string {
  const parts = text
    .split(/(##?)/u)
    .filter((part) => part !== '')
    .map((part) => {
      if (part === '##') return 'counter(pages)';
      return part === '#' ? 'counter(page)' : `"${part.replaceAll('\n', String.raw`\A `)}"`;
    });
  return `content:${parts.join(' ')};white-space:pre;${css(style)}`;
}

function css({ family, weight, italic, size, color, letterSpacing }: Style): string {
  const slant = italic ? 'italic ' : '';
  return `font:${slant}${weight} ${size}px '${family}';color:${color};letter-spacing:${letterSpacing}px`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
