/* global document */
/**
 * The forms of a service that was started with `npm start`: they have the demo's ids and values, and on the
 * same machine its key, so that *Execute* works at once.
 */

const withKey = `## Try it on this page
This page has the key of the demo and the id and values of one of its templates.
[Render it](#/Generate/generateImage): press *Execute*, and the image appears below. Change a value, or
choose another example, and press it again. [Submit a batch](#/Batch%20jobs/submitBatchJob) works as it
stands, too.`;

const withoutKey = `## Try it on this page
1. Press *Authorize* and enter the demo's key, which \`npm start\` has printed.
2. [Render a template](#/Generate/generateImage): press *Execute*. The form has the id and values of one.`;

const own = `To use your own templates, [list your projects](#/Discovery/listProjects), then
[the templates of one](#/Discovery/listProjectTemplates), and [read a template](#/Discovery/getTemplate): its
\`variables\` have the names that it takes. The requests are real: they count against rate limits and quota.`;

/** The demo of this service; null if there is none. */
export function readDemo() {
  const { content } = document.querySelector('meta[name="platen-demo"]');
  return content === '' ? null : JSON.parse(content);
}

/** Puts the demo's ids and values into the contract's examples. Returns how to begin. */
export function fillInDemo({ components, paths }, { apiKey, projectId, templateId, variables }) {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = [
    ...Object.values(components.parameters),
    ...operations.flatMap((operation) => operation.parameters ?? []),
  ];
  // In the query of an import, templateId would replace the demo's template.
  for (const parameter of parameters.filter((found) => found.in === 'path')) {
    if (parameter.name === 'templateId') parameter.example = templateId;
    if (parameter.name === 'projectId') parameter.example = projectId;
  }
  const [name] = Object.keys(variables);
  for (const example of examplesOf(operations, 'generateImage')) {
    example.value = { ...example.value, variables };
  }
  for (const example of examplesOf(operations, 'submitBatchJob')) {
    // The example's host does not exist.
    const { template, callbackUrl, ...rest } = example.value;
    if (callbackUrl !== undefined) example.summary = 'File names and a format';
    const output = { filenamePattern: name === undefined ? 'card-{index}' : `card-{index}-{${name}}` };
    example.value = {
      ...rest,
      template: { ...template, templateId, ...(template.output === undefined ? {} : { output }) },
      rows: [variables, variables],
    };
  }
  return `${apiKey === null ? withoutKey : withKey}\n\n${own}`;
}

function examplesOf(operations, operationId) {
  const { requestBody } = operations.find((operation) => operation.operationId === operationId);
  return Object.values(requestBody.content['application/json'].examples);
}
