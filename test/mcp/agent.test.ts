/**
 * An agent that knows nothing of Platen: it has only what the server tells it, makes a template, learns from
 * the warnings that its text was cut, mends it, and publishes it. The API then renders it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { createTenant, shareTestService, type Tenant, type TestService } from '../helpers/http.ts';
import { connectOverHttp, type Agent } from '../helpers/mcp.ts';

let service: TestService;
let tenant: Tenant;
let agent: Agent;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db, { mayAuthor: true });
  agent = await connectOverHttp(service.url, tenant.apiKey);
});
after(async () => {
  await agent.close();
  await service.close();
});

interface Document {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly elements: {
    type: string;
    id: string;
    text?: string;
    y: number;
    height: number;
    overflow?: string;
  }[];
  readonly [key: string]: unknown;
}

/** The first code block of a text. */
function exampleIn(markdown: string): Document {
  const [, code = ''] = /```json\n(.+?)```/s.exec(markdown) ?? [];
  return JSON.parse(code) as Document;
}

test('an agent that knows nothing makes, previews, mends and publishes a template', async () => {
  // It reads what the server says of itself, and follows the address that is named there.
  const [uri = ''] = /platen:\/\/[\w-]+/.exec(agent.client.getInstructions() ?? '') ?? [];
  const guide = await agent.read(uri);
  const { resources } = await agent.client.listResources();
  const [, listed = ''] = guide.split('## Parts');
  const parts = [...listed.matchAll(/^- `(\w+)`: /gm)].map(([, name]) => `${uri}/${name}`);
  assert.deepEqual(resources.map((each) => each.uri).sort(), [uri, ...parts].sort());
  const { properties } = JSON.parse(await agent.read(`${uri}/TextElement`)) as {
    properties: Record<string, { enum?: string[]; default?: string }>;
  };
  assert.ok(properties['overflow']?.enum?.includes('shrink'));
  assert.equal(properties['overflow']?.default, 'ellipsis');
  const { text: fonts } = await agent.call('list_fonts');

  // It drafts from the example, in a box that is too low, and has not thought of long values.
  const draft = exampleIn(guide);
  const title = draft.elements.find(({ type }) => type === 'text');
  assert.ok(title !== undefined);
  assert.ok(fonts.includes(String((title as unknown as { fontFamily: string }).fontFamily)));
  Object.assign(title, { height: 90, overflow: 'ellipsis' });
  const variables = { title: 'The lighthouse keeper and her nineteen exceptionally tall cats' };
  const tooLong = await agent.call('preview_template', { document: draft, variables });
  assert.match(tooLong.text, /maxLength|at most 60/);
  const longest = { title: variables.title.slice(0, 60) };
  const cut = await agent.call('preview_template', { document: draft, variables: longest });

  // The warnings name the element, what is wrong with it, and by how much: it mends just that.
  const [, element = '', lines = '', high = ''] =
    /TEXT_OVERFLOW in element "(\w+)": .*its (\d+) lines are (\d+) px high.*cut off/.exec(cut.text) ?? [];
  assert.equal(element, title.id);
  assert.ok(Number(lines) > 1 && Number(high) > 90, cut.text);
  title.height = Number(high) + 4;
  // And it stays on the page.
  title.y = Math.min(title.y, draft.viewport.height - title.height);
  const mended = await agent.call('preview_template', { document: draft, variables: longest });
  assert.match(mended.text, /No warnings\.$/);
  assert.notDeepEqual(mended.picture, cut.picture);

  const [{ id: projectId } = { id: '' }] = (await agent.callForJson('list_projects')) as { id: string }[];
  const saved = await agent.call('save_draft', { projectId, document: draft });
  const [, templateId = '', etag = ''] = /templateId: (\S+)\netag: (\S+)\n/.exec(saved.text) ?? [];
  await agent.call('publish_template', { templateId, ifMatch: etag });

  // The API renders what it has seen.
  const { status, bytes, headers } = await service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: tenant.apiKey,
    json: { variables: longest },
  });
  assert.deepEqual([status, headers.get('x-render-warnings')], [200, '0']);
  assert.deepEqual(Buffer.from(bytes), mended.picture);
});

test('without resources it takes at most 3,000 tokens of text, with a picture at every step', async () => {
  // All that it reads and writes, but for the definitions of the tools, which have a limit of their own.
  const texts = [agent.client.getInstructions() ?? ''];
  const call = async (tool: string, given: Readonly<Record<string, unknown>> = {}) => {
    const answer = await agent.call(tool, given);
    texts.push(JSON.stringify(given), answer.text);
    return answer;
  };
  const look = async (tool: string, given: Readonly<Record<string, unknown>>) => {
    const { picture, text } = await call(tool, given);
    assert.ok(picture !== null, text);
    return { text, pixels: await sharp(picture).raw().toBuffer() };
  };

  // It drafts from the example of the instructions; two keys are wrong, and a text is too long for its box.
  const [example = ''] = /\{"schemaVersion".*\]\}/s.exec(texts[0] ?? '') ?? [];
  const draft = JSON.parse(example) as Document;
  const [title] = draft.elements as Record<string, unknown>[];
  assert.ok(title !== undefined);
  const { color, overflow, minFontSize, ...kept } = title;
  Object.assign(draft, { elements: [{ ...kept, height: 110, colour: color, fontsize: 84 }] });
  const { text: found } = await call('validate_template', { document: draft });

  // Each problem names its key, and the right one.
  assert.deepEqual(
    [...found.matchAll(/The key "(\w+)" is unknown\. Did you mean "(\w+)"\?/g)].map(([, ...keys]) => keys),
    [
      ['colour', 'color'],
      ['fontsize', 'fontSize'],
    ],
  );
  Object.assign(draft, { elements: [{ ...kept, height: 110, color }] });
  const variables = { title: 'The lighthouse keeper and her nineteen exceptionally tall ca' };
  const cut = await look('preview_template', { document: draft, variables });

  // The warning names the fix: it does just that.
  assert.match(cut.text, /TEXT_OVERFLOW .* set "overflow": "shrink" with a "minFontSize"\./);
  Object.assign(draft, { elements: [{ ...kept, height: 110, color, overflow, minFontSize }] });
  const mended = await look('preview_template', { document: draft, variables });
  assert.doesNotMatch(mended.text, /TEXT_OVERFLOW/);
  assert.notDeepEqual(mended.pixels, cut.pixels);

  const { text: projects } = await call('list_projects');
  const [{ id: projectId } = { id: '' }] = JSON.parse(projects) as { id: string }[];
  const saved = await call('save_draft', { projectId, document: draft });
  const [, templateId = '', ifMatch = ''] = /templateId: (\S+)\netag: (\S+)\n/.exec(saved.text) ?? [];
  const stored = await look('preview_template', { templateId, variables });
  await call('publish_template', { templateId, ifMatch });
  const rendered = await look('render', { templateId, variables });
  for (const { pixels } of [stored, rendered]) assert.ok(pixels.equals(mended.pixels));

  // A bound: the tokenizer o200k takes 4 characters a token for them.
  const characters = texts.join('').length;
  assert.ok(characters / 2.5 <= 3_000, `${characters} characters`);
});
