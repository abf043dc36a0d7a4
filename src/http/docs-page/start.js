/* global document, MutationObserver, Response, URL, window */
/**
 * Runs in the browser, after Scalar's bundle. Everything that would leave this origin is off: fonts, the request proxy, telemetry,
 * the assistant, links to the maker's own products. The key is kept in the page and nowhere else.
 */
const origin = new URL('./', document.baseURI).href.replace(/\/$/, '');
const contractUrl = `${origin}/openapi.json`;

/** Ids of examples are nobody's: these are to be replaced, and look like it. */
const templateId = 'TEMPLATE_ID';

const keyPlaceholder = 'Your key: plt_…';

const firstRequest = `## Try it on this page
1. Enter your key under *Authentication*. \`npm start\` prints one.
2. [List projects](#tag/discovery/GET/api/v1/projects): press *Test Request*, then *Send*, and copy the \`id\` of one.
3. [List its templates](#tag/discovery/GET/api/v1/projects/{projectId}/templates) with that for \`PROJECT_ID\`, copy the \`id\` of
   one, and [read it](#tag/discovery/GET/api/v1/templates/{templateId}): its \`variables\` have the names that it takes.
4. [Render it](#tag/generate/POST/api/v1/templates/{templateId}/generate) with that for \`${templateId}\`, and variables of these names.

The requests are real: they count and cost what others do.`;

/** The document, with what Scalar cannot do by itself. */
async function fetchForPage(input, init) {
  const response = await window.fetch(input, init);
  if (response.url !== contractUrl || !response.ok) return response;
  const contract = await response.json();
  for (const parameter of parametersOf(contract)) {
    leaveOut(parameter);
    askForId(parameter);
  }
  for (const operation of operationsOf(contract)) {
    showFiles(operation);
    askForTemplate(operation);
  }
  contract.info.description = contract.info.description.replace(/^##/m, () => `${firstRequest}\n\n##`);
  return new Response(JSON.stringify(contract), { headers: { 'Content-Type': 'application/json' } });
}

/**
 * What may be left out of a request is left out until somebody ticks it. Its example would be sent otherwise, and a second batch be
 * taken for the first, by its Idempotency-Key.
 */
function leaveOut(parameter) {
  if (parameter.required || parameter.$ref !== undefined) return;
  parameter.examples = { default: { value: parameter.example, 'x-disabled': true } };
  delete parameter.example;
}

/**
 * Scalar reads the files of examples as JSON, which they are not, and shows no pictures beside them: they are linked to there, and a
 * picture is shown with the operation's description.
 */
function showFiles(operation) {
  for (const { content = {} } of Object.values(operation.responses ?? {})) {
    for (const [mediaType, media] of Object.entries(content)) {
      for (const example of Object.values(media.examples ?? {})) {
        if (example.externalValue === undefined) continue;
        const { href } = new URL(example.externalValue, contractUrl);
        delete example.externalValue;
        example.description = `[${href.split('/').at(-1)}](${href})`;
        example.value = `(${mediaType})`;
        // One is enough: the same file in another format looks the same.
        if (!mediaType.startsWith('image/') || operation.description.includes('![')) continue;
        operation.description += `\n\n![${example.summary}](${href})`;
      }
    }
  }
}

/** An example's template is none that this installation has. */
function askForTemplate({ requestBody }) {
  for (const { value } of Object.values(requestBody?.content['application/json']?.examples ?? {})) {
    if (value?.template?.templateId !== undefined) value.template.templateId = templateId;
  }
}

/** Ids are asked for by name: `projectId` is `PROJECT_ID`. */
function askForId(parameter) {
  if (parameter.in !== 'path') return;
  parameter.example = parameter.name.replace(/[A-Z]/g, '_$&').toUpperCase();
  delete parameter.examples;
}

function* parametersOf(contract) {
  yield* Object.values(contract.components.parameters);
  for (const { parameters = [] } of operationsOf(contract)) yield* parameters;
}

function* operationsOf({ paths }) {
  for (const operations of Object.values(paths)) yield* Object.values(operations);
}

/** Scalar's own placeholder looks like a key that somebody has left there. */
new MutationObserver(() => {
  for (const field of document.getElementsByClassName('scalar-password-input')) {
    if (field.placeholder !== keyPlaceholder) field.placeholder = keyPlaceholder;
  }
}).observe(document.body, { childList: true, subtree: true });

window.Scalar.createApiReference('#reference', {
  url: contractUrl,
  customFetch: fetchForPage,
  // Where the page was opened, whatever the document says: only this origin takes requests from here.
  servers: [{ url: origin, description: 'This service' }],
  authentication: { preferredSecurityScheme: 'apiKey' },
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  persistAuth: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  defaultOpenAllTags: true,
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
