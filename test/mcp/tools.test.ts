/** Every tool, its success and its failure, by the SDK's own client in both revisions of the protocol. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import sharp from 'sharp';
import { importTemplate } from '../../src/domain/templates/import-template.ts';
import { readUsage } from '../../src/store/quota.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { connectOverHttp, eras, sizeOfPicture, type Agent } from '../helpers/mcp.ts';
import { checkedFetch } from '../helpers/requests.ts';

let service: TestService;
let author: Tenant;
let colleague: Tenant;
let poor: Tenant;
before(async () => {
  service = await startTestService({ worksOnBatches: true, env: { RATE_LIMITS: 'off' } });
  author = await createTenant(service.db, { mayAuthor: true });
  colleague = await createTenant(service.db, { workspaceId: author.workspaceId });
  poor = await createTenant(service.db, { plan: 'free' });
});
after(() => service.close());

/** A page whose title fits as long as it is short. */
const card = {
  schemaVersion: 1,
  name: 'Card',
  viewport: { width: 300, height: 100 },
  background: '#ffffff',
  variables: [{ name: 'title', type: 'text', required: true }],
  elements: [
    { type: 'text', id: 'title', x: 0, y: 0, width: 300, height: 40, text: '{{title}}', fontSize: 30 },
  ],
};
const long = 'A title that is too long for one line of this card';
const nobody = randomUUID();

async function getRenders({ workspaceId }: Tenant): Promise<number> {
  return (await readUsage(service.db, workspaceId, new Date())).used;
}

for (const era of eras) {
  describe(`tools, ${era === 'legacy' ? 'with a handshake' : `revision ${era.pin}`}`, () => {
    let agent: Agent;
    let other: Agent;
    let templateId: string;
    before(async () => {
      agent = await connectOverHttp(service.url, author.apiKey, era);
      other = await connectOverHttp(service.url, colleague.apiKey, era);
      templateId = await addTemplate(service.db, author, card as never, { visibility: 'SHARED' });
    });
    after(() => Promise.all([agent.close(), other.close()]));

    test('list_projects lists what the account sees', async () => {
      const projects = (await agent.callForJson('list_projects')) as { id: string }[];
      assert.deepEqual(
        projects.map(({ id }) => id),
        [author.projectId],
      );
      assert.equal(await agent.callForCode('list_projects', { limit: 101 }), 'VALIDATION_ERROR');
    });

    test('list_templates lists published ones, and for authors drafts', async () => {
      const listed = (await agent.callForJson('list_templates', { projectId: author.projectId })) as {
        id: string;
        version: number | null;
      }[];
      assert.ok(listed.some(({ id, version }) => id === templateId && version === 1));
      const code = await other.callForCode('list_templates', { projectId: author.projectId });
      assert.equal(code, 'PROJECT_NOT_FOUND');
    });

    test('get_template describes the variables, and for authors the draft', async () => {
      const found = (await other.callForJson('get_template', { templateId })) as {
        variables: { name: string }[];
      };
      assert.equal(found.variables[0]?.name, 'title');
      const { document, etag, isDraft } = (await agent.callForJson('get_template', {
        templateId,
        draft: true,
      })) as { document: { name: string }; etag: string; isDraft: boolean };
      assert.deepEqual([document.name, etag, isDraft], ['Card', 'v1', false]);
      const refused = await other.callForCode('get_template', { templateId, draft: true });
      assert.equal(refused, 'AUTHORING_NOT_ALLOWED');
      assert.equal(await agent.callForCode('get_template', { templateId: nobody }), 'TEMPLATE_NOT_FOUND');
    });

    test('render answers the picture, its size, its warnings and a link, and costs one render', async () => {
      const before = await getRenders(author);
      const rendered = await other.call('render', { templateId, variables: { title: long } });
      assert.deepEqual(await sizeOfPicture(rendered), [300, 100]);
      assert.match(rendered.text, /png, 300 × 100 px, \d+ bytes: http/);
      assert.match(rendered.text, /TEXT_OVERFLOW in element "title": .* lines are \d+ px high\. Part of/);
      assert.match(rendered.text, /on only \(127\.0\.0\.1\)\. For others, the operator sets PUBLIC_URL/);
      const [url = ''] = /http\S+/.exec(rendered.text) ?? [];
      const file = await checkedFetch(url);
      assert.deepEqual(Buffer.from(await file.arrayBuffer()), rendered.picture);
      assert.equal(await getRenders(author), before + 1);

      const values = await agent.call('render', { templateId, variables: {} });
      assert.match(values.text, /^VALIDATION_ERROR: \/variables\/title: .*required/);
      assert.equal(await getRenders(author), before + 1, 'a refusal costs nothing');
    });

    test('render answers a large file with a picture of at most 1,568 px, and a PDF as a link', async () => {
      const large = await addTemplate(service.db, author, { viewport: { width: 1_000, height: 500 } });
      const rendered = await agent.call('render', { templateId: large, options: { scale: 3 } });
      assert.deepEqual(await sizeOfPicture(rendered), [1_568, 784]);
      assert.match(rendered.text, /png, 3000 × 1500 px, .*\nThe link works without a key until/);
      const before = await getRenders(author);
      const pdf = await agent.call('render', { templateId: large, format: 'pdf' });
      assert.deepEqual(await sizeOfPicture(pdf), [1_000, 500]);
      assert.match(pdf.text, /^pdf, 750 × 375 pt, \d+ bytes: http\S+\.pdf/);
      assert.equal(await getRenders(author), before + 1, 'the picture is free');
    });

    test('a PDF of an agent carries files; its picture has none, and what is wrong is named', async () => {
      const file = { name: 'a.csv', mediaType: 'text/csv', relationship: 'Data', content: 'YTti' };
      const given = { templateId, variables: { title: 'Hi' }, format: 'pdf' };
      const rendered = await agent.call('render', { ...given, options: { attachments: [file] } });
      assert.ok((await sizeOfPicture(rendered))[0] > 0);
      const [, url = ''] = /bytes: (\S+)/u.exec(rendered.text) ?? [];
      assert.match(await (await checkedFetch(url)).text(), /<pdfaid:part>3</u);
      for (const wrong of [{ ...file, relationship: 'Schema' }, { ...file, name: 'a/b' }, { name: 'a' }])
        assert.equal(
          await agent.callForCode('render', { ...given, options: { attachments: [wrong] } }),
          'VALIDATION_ERROR',
        );
      const code = await agent.callForCode('create_share', { ...given, options: { facturx: 'BASIC' } });
      assert.equal(code, 'VALIDATION_ERROR');
    });

    test('create_share answers only a link', async () => {
      const given = { templateId, variables: { title: 'Hi' }, format: 'webp' };
      const { text } = await agent.call('create_share', given);
      const [json = '', ...lines] = text.split('\n');
      const share = JSON.parse(json) as { readonly url: string; readonly mimeType: string };
      assert.match(lines.join('\n'), /the operator sets PUBLIC_URL/);
      assert.equal(share.mimeType, 'image/webp');
      assert.equal((await checkedFetch(share.url)).status, 200);
      assert.equal(await agent.callForCode('create_share', { templateId: nobody }), 'TEMPLATE_NOT_FOUND');
    });

    test('get_template leaves out what is too long for an answer, and says so', async () => {
      const [first, ...rest] = card.elements;
      const variables = [{ name: 'title', type: 'text', defaultValue: 'word '.repeat(200).trim() }];
      const src = `data:image/png;base64,${'A'.repeat(90_000)}`;
      const picture = { type: 'image', id: 'p', x: 0, y: 0, width: 9, height: 9, src };
      const wordy = { ...card, variables };
      const projectId = author.projectId;
      const id = await addTemplate(service.db, author, wordy as never, { visibility: 'SHARED' });
      const shown = await other.call('get_template', { templateId: id });
      assert.match(shown.text, /word…".*\nCut after "…": the default of "title"\.$/s);
      const saved = await agent.call('save_draft', {
        projectId,
        document: { ...wordy, elements: [first, ...rest, picture] },
      });
      const [, draftId = ''] = /^templateId: (\S+)/.exec(saved.text) ?? [];
      const draft = await agent.call('get_template', { templateId: draftId, draft: true });
      assert.match(draft.text, /"document":null/);
      assert.match(draft.text, /\nThe document has 9\d,\d{3} characters/);
    });

    test('submit_batch and get_batch render rows; the same key answers the same job', async () => {
      const idempotencyKey = randomUUID();
      const given = { template: { templateId }, rows: [{ title: 'Hi' }, { title: long }], idempotencyKey };
      const { jobId } = (await agent.callForJson('submit_batch', given)) as { jobId: string };
      const again = (await agent.callForJson('submit_batch', given)) as { jobId: string };
      assert.equal(again.jobId, jobId);
      const read = async () =>
        (await agent.callForJson('get_batch', { jobId, page: 0 })) as {
          status: string;
          downloadUrl: string | null;
          items: { data: { warnings: { code: string }[] }[] };
        };
      await waitUntil(async () => (await read()).status === 'COMPLETED');
      const { downloadUrl, items } = await read();
      assert.deepEqual(
        items.data.map(({ warnings }) => warnings.map(({ code }) => code)),
        [[], ['TEXT_OVERFLOW']],
      );
      assert.equal((await checkedFetch(downloadUrl ?? '')).status, 200);

      const reused = { ...given, rows: [{ title: 'Hi' }] };
      assert.equal(await agent.callForCode('submit_batch', reused), 'BATCH_IDEMPOTENCY_KEY_REUSED');
      const wrong = { template: { templateId }, rows: [{ title: 'Hi' }, { titel: 'Hi' }] };
      assert.equal(await agent.callForCode('submit_batch', wrong), 'VARIABLE_VALIDATION_FAILED');
      assert.equal(await other.callForCode('get_batch', { jobId }), 'BATCH_NOT_FOUND');
    });

    test('list_fonts lists the catalogue', async () => {
      const { text } = await agent.call('list_fonts');
      assert.match(text, /^Inter: 100, .* 900, italics\nPlayfair Display: /);
      assert.match((await agent.call('list_fonts', { templateId })).text, /^Inter: /);
      assert.equal(await agent.callForCode('list_fonts', { templateId: nobody }), 'TEMPLATE_NOT_FOUND');
    });

    test('validate_template lists problems with their elements, and saves nothing', async () => {
      assert.equal(
        (await agent.call('validate_template', { document: card })).text,
        'The document is valid.',
      );
      const document = { ...card, elements: [{ ...card.elements[0], fontSize: '30', colour: 'red' }] };
      const { text, isError } = await agent.call('validate_template', { document, templateId });
      assert.equal(isError, false);
      assert.match(
        text,
        /^2 problems; it cannot be published:\n- \/elements\/0\/fontSize \(element "title"\)/,
      );
      assert.match(text, /Did you mean "color"\?/);
      // What is accepted is said once.
      const strange = { ...card.elements[0], colour: 'red', colr: 'red', fill: '#nope', stroke: '#no' };
      const two = { ...card, elements: [strange, { ...strange, id: 'b' }] };
      const { text: all } = await agent.call('validate_template', { document: two });
      assert.equal(all.match(/ is unknown\./g)?.length, 6, all);
      assert.equal(all.match(/Accepted here/g)?.length, 1, all);
      const code = await agent.callForCode('validate_template', { document, templateId: nobody });
      assert.equal(code, 'TEMPLATE_NOT_FOUND');
    });

    test('preview_template draws a document or a draft for free, and says what is cut', async () => {
      const before = await getRenders(author);
      const drawn = await agent.call('preview_template', { document: card, variables: { title: long } });
      assert.deepEqual(await sizeOfPicture(drawn), [300, 100]);
      assert.match(drawn.text, /^The full size is 300 × 100 px\.\n1 warning:\n- TEXT_OVERFLOW/);
      const draft = await agent.call('preview_template', { templateId, variables: { title: 'Hi' } });
      assert.match(draft.text, /No warnings\.$/);
      const { elements, ...sheet } = card;
      const pages = ['front', 'back'].map((page) => ({
        id: page,
        elements: elements.map((element) => ({ ...element, id: `${page} ${element.id}` })),
      }));
      const back = await agent.call('preview_template', {
        document: { ...sheet, pages },
        variables: { title: 'Hi' },
        options: { page: 2 },
      });
      assert.match(back.text, /\nThe picture shows page 2 of 2: the option "page" chooses another one\.\n/);
      const metric = { ...card, viewport: { width: 30, height: 10 }, viewportUnit: 'mm' };
      const options = { outputDpi: 300, scale: 4 };
      const small = await agent.call('preview_template', {
        document: metric,
        variables: { title: long },
        options,
      });
      assert.deepEqual(await sizeOfPicture(small), [1_417, 472]);
      assert.match(small.text, /its box of [\d.]+ × [\d.]+ mm/);
      const huge = { ...card, viewport: { width: 3_000, height: 1_000 } };
      const shown = await agent.call('preview_template', { document: huge, variables: { title: 'Hi' } });
      assert.match(shown.text, /^The full size is 3000 × 1000 px, shown at 1568 × 523 px\./);

      assert.match((await agent.call('preview_template', { templateId })).text, /: \/variables\/title: /);
      assert.equal(await agent.callForCode('preview_template', {}), 'VALIDATION_ERROR');
      const broken = { ...card, elements: [{ type: 'text' }] };
      assert.equal(await agent.callForCode('preview_template', { document: broken }), 'TEMPLATE_INVALID');
      assert.equal(await getRenders(author), before);
    });

    test('save_draft keeps an invalid draft, which publish_template refuses', async () => {
      const { projectId } = author;
      const broken = { ...card, elements: [{ ...card.elements[0], fontSize: '30' }] };
      const saved = await agent.call('save_draft', { projectId, document: broken });
      const [, id = '', etag = ''] = /^templateId: (\S+)\netag: (\S+)\n1 problem;/.exec(saved.text) ?? [];
      const refused = await agent.call('publish_template', { templateId: id, ifMatch: etag });
      assert.match(refused.text, /^TEMPLATE_INVALID: \/elements\/0\/fontSize/);
      assert.equal(await agent.callForCode('render', { templateId: id }), 'NEVER_PUBLISHED');

      const mended = await agent.call('save_draft', { templateId: id, ifMatch: etag, document: card });
      const [, newEtag = ''] = /\netag: (\S+)\nThe document is valid\.$/.exec(mended.text) ?? [];
      const late = await agent.call('save_draft', { templateId: id, ifMatch: etag, document: card });
      assert.match(late.text, /^DRAFT_CHANGED: .*\nget_template with draft: true/);
      assert.equal(
        await agent.callForCode('publish_template', { templateId: id, ifMatch: 'a b' }),
        'VALIDATION_ERROR',
      );
      const published = await agent.call('publish_template', { templateId: id, ifMatch: newEtag });
      assert.equal(published.text, 'Version 1 is published: render shows it now.\netag: v1');

      assert.equal(await agent.callForCode('save_draft', { document: card }), 'VALIDATION_ERROR');
      const elsewhere = { projectId: nobody, document: card };
      assert.equal(await agent.callForCode('save_draft', elsewhere), 'PROJECT_NOT_FOUND');
    });

    test('who may not author has no tools for it', async () => {
      const { tools } = await other.client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        [
          'list_projects',
          'list_templates',
          'get_template',
          'render',
          'create_share',
          'submit_batch',
          'get_batch',
        ],
      );
      const given = { projectId: colleague.projectId, document: card };
      assert.equal(await other.callForCode('save_draft', given), 'AUTHORING_NOT_ALLOWED');
      await assert.rejects(other.call('delete_everything'), /There is no tool delete_everything/);
    });

    test('a plan without links gets the picture, but no PDF', async () => {
      const freeAgent = await connectOverHttp(service.url, poor.apiKey, era);
      const own = await addTemplate(service.db, poor, { viewport: { width: 2_000, height: 1_000 } });
      const before = await getRenders(poor);
      const rendered = await freeAgent.call('render', { templateId: own });
      assert.deepEqual(await sizeOfPicture(rendered), [1_568, 784]);
      assert.match(rendered.text, /There is no link to a file: SHARING_NOT_AVAILABLE_ON_PLAN: /);
      assert.equal(await getRenders(poor), before + 1);
      const code = await freeAgent.callForCode('render', { templateId: own, format: 'pdf' });
      assert.equal(code, 'SHARING_NOT_AVAILABLE_ON_PLAN');
      assert.equal(await getRenders(poor), before + 1);
      await freeAgent.close();
    });
  });
}

test('a picture of a photograph fits every client: at most 700,000 characters, as WebP', async () => {
  const [width, height] = [1_500, 1_500];
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  // Of these two, the smooth one fits as WebP in its full size, and noise only with fewer pixels.
  const smooth = noise.clone().blur(3);
  const agents = await Promise.all([author, poor].map(({ apiKey }) => connectOverHttp(service.url, apiKey)));
  for (const [photo, isWhole] of [
    [smooth, true],
    [noise, false],
  ] as const) {
    const file = await photo.jpeg({ quality: 90 }).toBuffer();
    for (const [owner, agent] of [author, poor].map((each, index) => [each, agents[index]] as const)) {
      assert.ok(agent !== undefined);
      const templateId = await importPhoto(owner, { width, height }, file);
      const rendered = await agent.call('render', { templateId });
      const previewed = owner === author ? [await agent.call('preview_template', { templateId })] : [];
      for (const shown of [rendered, ...previewed]) {
        const [side] = await sizeOfPicture(shown, 'webp');
        assert.equal(side === width, isWhole, `${side} px`);
        assert.ok((shown.picture?.byteLength ?? 0) > 50_000);
        if (owner === author) assert.match(shown.text, /1500 × 1500 px/);
      }
    }
  }
  // What is small enough is shown as it is.
  const [agent] = agents;
  assert.ok(agent !== undefined);
  const small = await addTemplate(service.db, author, { viewport: { width: 200, height: 100 } });
  for (const format of ['jpeg', 'webp'] as const) {
    const shown = await agent.call('render', { templateId: small, format });
    assert.deepEqual(await sizeOfPicture(shown, format), [200, 100]);
  }
  await Promise.all(agents.map((each) => each.close()));
});

async function importPhoto(
  owner: Tenant,
  { width, height }: { readonly width: number; readonly height: number },
  file: Buffer,
): Promise<string> {
  const element = { type: 'image', id: 'photo', x: 0, y: 0, width, height, src: 'photo.jpg' };
  const document = { ...card, viewport: { width, height }, variables: [], elements: [element] };
  const imported = await importTemplate(
    { db: service.db, storage: service.app.storage, plans: DEFAULT_PLANS },
    { viewer: owner, projectId: owner.projectId, templateId: undefined, visibility: undefined },
    {
      templateJson: Buffer.from(JSON.stringify(document)),
      files: new Map([['photo.jpg', file]]),
    },
  );
  assert.ok(imported.outcome === 'imported');
  return imported.templateId;
}
