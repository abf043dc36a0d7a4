/* global document, history, location, URL, window */
import { fillInDemo, readDemo } from './demo.js';

/**
 * Starts Swagger UI with the contract of this service. The API key stays in the memory of the page, and
 * requests go to the origin of the page, whatever the contract's `servers` say.
 */
const origin = new URL('../', document.baseURI).href.replace(/\/$/, '');
const contractUrl = `${origin}/openapi.json`;

const ownKey = `## Try it on this page
1. Press *Authorize* and enter your key. \`npm start\` prints one.
2. [List projects](#/Discovery/listProjects): press *Execute*, and copy the \`id\` of one.
3. [List its templates](#/Discovery/listProjectTemplates) with that as \`projectId\`, copy the \
\`id\` of one, and
   [read it](#/Discovery/getTemplate): its \`variables\` have the names that it takes.
4. [Render it](#/Generate/generateImage) with that \`id\` as \`templateId\`, and variables of these names.

The requests are real: they count against rate limits and quota.`;

const response = await window.fetch(contractUrl);
const contract = await response.json();
for (const parameter of parametersOf(contract)) clearParameter(parameter);
for (const operation of operationsOf(contract)) {
  showFiles(operation);
  clearTemplateId(operation);
}
const demo = readDemo();
const firstRequest = demo === null ? ownKey : fillInDemo(contract, demo);
contract.servers = [{ url: origin, description: 'This service' }];
contract.info.description = contract.info.description.replace(/^##/m, () => `${firstRequest}\n\n##`);

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const setColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setColors);
setColors();

const ui = window.SwaggerUIBundle({
  domNode: document.getElementById('reference'),
  spec: contract,
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
  defaultModelsExpandDepth: -1,
  responseInterceptor: showImage,
  onComplete: () => {
    if (demo !== null && demo.apiKey !== null) ui.preauthorizeApiKey('apiKey', demo.apiKey);
  },
});

/** Links to operations open them in this page; Swagger UI would open another tab. */
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('.renderedMarkdown a[href^="#/"]');
  if (!link) return;
  event.preventDefault();
  history.pushState(null, '', link.hash);
  ui.layoutActions.parseDeepLinkHash(location.hash);
});

/**
 * Swagger UI fills a form with examples and defaults and sends them. A form starts empty instead: ids of
 * examples do not exist here, and with the example's Idempotency-Key a second batch would repeat the first.
 */
function clearParameter(parameter) {
  if (parameter.$ref !== undefined) return;
  delete parameter.example;
  delete parameter.examples;
  const { default: value, ...schema } = parameter.schema ?? {};
  if (value === undefined) return;
  parameter.schema = schema;
  parameter.description = `${parameter.description ?? ''}\n\nDefault: \`${value}\``;
}

/** Swagger UI offers attachments for download only; images are shown. */
function showImage(result) {
  if (result.headers['content-type']?.startsWith('image/')) delete result.headers['content-disposition'];
  return result;
}

/** Examples that are files: Swagger UI gets a link, and the description of the operation an image. */
function showFiles(operation) {
  for (const { content = {} } of Object.values(operation.responses ?? {})) {
    for (const [mediaType, media] of Object.entries(content)) {
      for (const example of Object.values(media.examples ?? {})) {
        // As src/http/published-contract.ts writes it. The page reads its own origin, whatever PUBLIC_URL is.
        const [, file] = /^The file: \S+\/(examples\/\S+)$/.exec(example.description ?? '') ?? [];
        if (file === undefined) continue;
        const { href } = new URL(file, contractUrl);
        example.description = `[${href.split('/').at(-1)}](${href})`;
        example.value = `(${mediaType})`;
        // One image per operation: the other formats look the same.
        if (!mediaType.startsWith('image/') || operation.description.includes('![')) continue;
        operation.description += `\n\n![${example.summary}](${href})`;
      }
    }
  }
}

/** The template of a batch example does not exist here. */
function clearTemplateId({ requestBody }) {
  for (const { value } of Object.values(requestBody?.content['application/json']?.examples ?? {})) {
    if (value?.template?.templateId !== undefined) value.template.templateId = 'TEMPLATE_ID';
  }
}

function* parametersOf({ components, paths }) {
  yield* Object.values(components.parameters);
  for (const { parameters = [] } of operationsOf({ paths })) yield* parameters;
}

function* operationsOf({ paths }) {
  for (const operations of Object.values(paths)) yield* Object.values(operations);
}
