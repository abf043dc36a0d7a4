/* global document, window */
/**
 * Runs in the browser, after Scalar's bundle. Everything that would leave this origin is off: fonts, the request proxy, telemetry,
 * the assistant, links to the maker's own products. The key is kept in the page and nowhere else.
 */
const origin = new URL('./', document.baseURI).href.replace(/\/$/, '');

window.Scalar.createApiReference('#reference', {
  url: `${origin}/openapi.json`,
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
  documentDownloadType: 'both',
  defaultOpenAllTags: true,
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
