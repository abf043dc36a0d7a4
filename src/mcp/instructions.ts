import { formatUri } from './format/resources.ts';

/** What the model reads before it calls a tool. */
export function instructionsFor({ mayAuthor }: { readonly mayAuthor: boolean }): string {
  return mayAuthor ? `${everybody}\n\n${authors}\n\n${example}` : everybody;
}

const everybody = [
  'Platen renders pictures and PDFs from templates: pages with variables.',
  'To render: list_projects, list_templates, get_template (it names the variables), then render.',
  'For many files: submit_batch. Refusals begin with a code and say what is accepted.',
].join(' ');

const authors = [
  `To make a template: read the resource ${formatUri}, which describes its JSON and lists the parts that can`,
  `be read, such as ${formatUri}/TextElement. Draft a document; preview_template draws it with values, free.`,
  'Look at the picture. Mend what the warnings name: TEXT_OVERFLOW means that text is cut off. Preview again',
  'with the longest values. Then save_draft and publish_template; only then render shows it.',
  'A new template goes into any project that list_projects answers. To change a template, or to learn from a',
  'sample: get_template with draft: true.',
].join(' ');

/** Not every client lets its model read resources. */
const example = [
  'Without resources, begin with this, and learn more from the problems that validate_template lists:',
  '{"schemaVersion":1,"name":"Card","viewport":{"width":1200,"height":630},"background":"#10233f",',
  '"variables":[{"name":"title","type":"text","required":true,"validation":{"maxLength":60}}],',
  '"elements":[{"type":"text","id":"title","x":60,"y":180,"width":1080,"height":270,"text":"{{title}}",',
  '"fontFamily":"Inter","fontSize":84,"fontWeight":700,"color":"#fff","align":"center",',
  '"verticalAlign":"middle","overflow":"shrink","minFontSize":40}]}',
  'Other types: rect, ellipse, line, path, image (src: an https or data URL, or "{{variable}}"), qrcode,',
  'barcode, group.',
].join('\n');
