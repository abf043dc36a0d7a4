/**
 * A page as HTML.
 */
import { codeUrl } from './codes.ts';
import type { FontFile } from './engine.ts';
import type { Box, Page, Style } from './read-page.ts';

/** The whole document, fonts and pictures inside. `urls` are those of the page's files. */
export function writeHtml(page: Page, fonts: readonly FontFile[], urls: ReadonlyMap<string, string>): string {
  const faces = fonts.map(
    ({ weight, data }) =>
      `@font-face{font-family:Inter;font-weight:${weight};` +
      `src:url(data:font/ttf;base64,${data.toString('base64')})}`,
  );
  const boxes = page.boxes.map((box) => writeBox(box, urls)).join('');
  const style = `<style>${faces.join('')}html,body{margin:0}</style>`;
  const body = `<body><div style="${css(page.style)}">${boxes}</div></body>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8">${style}${body}</html>`;
}

function writeBox(box: Box, urls: ReadonlyMap<string, string>): string {
  const attributes = `id="${box.id}" style="${css(box.style)}"`;
  switch (box.type) {
    case 'plain':
      return `<div ${attributes}></div>`;
    case 'text':
      return `<div ${attributes}>${box.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</div>`;
    case 'picture':
      return `<img ${attributes} src="${urls.get(box.src)}">`;
    case 'code':
      return `<img ${attributes} src="${codeUrl(box.code)}">`;
  }
}

function css(style: Style): string {
  return Object.entries(style)
    .map(([name, value]) => `${name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');
}
