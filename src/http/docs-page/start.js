/* global document, Response, URL, window */
/**
 * Runs in the browser, after Scalar's bundle. Everything that would leave this origin is off: fonts, the request proxy, telemetry,
 * the assistant, links to the maker's own products. The key is kept in the page and nowhere else.
 */
const origin = new URL('./', document.baseURI).href.replace(/\/$/, '');
const contractUrl = `${origin}/openapi.json`;

/** The document, with what Scalar cannot do by itself. */
async function fetchForPage(input, init) {
  const response = await window.fetch(input, init);
  if (response.url !== contractUrl || !response.ok) return response;
  const contract = await response.json();
  for (const parameter of parametersOf(contract)) leaveOut(parameter);
  for (const operation of operationsOf(contract)) showPicture(operation);
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

/** Scalar reads the files of examples as JSON, which they are not: a picture is shown with the description instead. */
function showPicture(operation) {
  for (const { content = {} } of Object.values(operation.responses ?? {})) {
    for (const media of Object.values(content)) {
      for (const [name, { summary, externalValue }] of Object.entries(media.examples ?? {})) {
        if (externalValue === undefined) continue;
        delete media.examples[name];
        // One is enough: the same file in another format looks the same.
        if (!/\.(?:png|jpg|webp)$/.test(externalValue) || operation.description.includes('![')) continue;
        operation.description += `\n\n![${summary}](${new URL(externalValue, contractUrl)})`;
      }
    }
  }
}

function* parametersOf(contract) {
  yield* Object.values(contract.components.parameters);
  for (const { parameters = [] } of operationsOf(contract)) yield* parameters;
}

function* operationsOf({ paths }) {
  for (const operations of Object.values(paths)) yield* Object.values(operations);
}

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
