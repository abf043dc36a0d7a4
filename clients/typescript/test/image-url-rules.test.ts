/** Tests that values which a template would refuse are found before a URL is signed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateVariable } from '../../../generated/template.ts';
import { checkVariables } from '../../../src/domain/variables/check-values.ts';
import { ImageUrlValueError, signImageUrl, type TemplateRules } from '../src/index.ts';

const request = {
  baseUrl: 'https://platen.example.org',
  urlKeyId: '7d4f1c02-9a5e-4b6d-8c3f-1e2d3c4b5a69',
  secret: 'puk_secret',
  templateId: '3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31',
};
const declared: readonly TemplateVariable[] = [
  { name: 'headline', type: 'text', required: true, validation: { minLength: 2, maxLength: 90 } },
  { name: 'code', type: 'text', validation: { pattern: '[A-Z]{2}\\d+' } },
  { name: 'kind', type: 'text', validation: { options: ['news', 'essay'] } },
  { name: 'price', type: 'number', validation: { min: 0, max: 10 } },
  { name: 'mail', type: 'email' },
  { name: 'link', type: 'url' },
  { name: 'phone', type: 'phone' },
  { name: 'day', type: 'date' },
  { name: 'photo', type: 'image' },
  { name: 'qr', type: 'qrcode' },
  {
    name: 'items',
    type: 'list',
    validation: { maxLength: 2 },
    fields: [{ name: 'note', type: 'text', required: true, validation: { maxLength: 5 } }],
  },
];
type FieldRules = NonNullable<TemplateRules['variables'][number]['fields']>[number];

function describeField({
  name,
  type,
  required = false,
  validation,
  fields,
}: NonNullable<TemplateVariable['fields']>[number]): FieldRules {
  return {
    name,
    type,
    required,
    label: name,
    ...(validation === undefined ? {} : { validation }),
    ...(fields === undefined ? {} : { fields: fields.map(describeField) as FieldRules['fields'] & object }),
  };
}

const rules: TemplateRules = {
  id: request.templateId,
  variables: declared.map(({ name, type, required = false, validation, fields }) => ({
    name,
    type,
    required,
    label: name,
    ...(validation === undefined ? {} : { validation }),
    ...(fields === undefined ? {} : { fields: fields.map(describeField) }),
  })),
};

async function getProblems(
  variables: Readonly<Record<string, string>>,
  fit = false,
): Promise<ImageUrlValueError['problems']> {
  try {
    await signImageUrl({ ...request, variables, rules, fit });
    return [];
  } catch (error) {
    assert.ok(error instanceof ImageUrlValueError);
    return error.problems;
  }
}

const files = [{ path: 'photo.jpg' }];
const picturesKnown = /, which has "photo\.jpg"|(?<=\.) Did you mean "photo\.jpg"\?/gu;

void test('refuses what the service refuses, in the same words', async () => {
  const values: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['headline', ['B'.repeat(91), '', 'x', '\0zero', '\ud800'], ['ok', 'B'.repeat(90), '🌍'.repeat(90)]],
    ['code', ['ab1', 'AB1 '], ['AB12', '']],
    ['kind', ['News', 'poem'], ['news']],
    ['price', ['-1', '11', '1,5', 'x'], ['0', '1.5', '1e1']],
    ['mail', ['ada', 'ada@'], ['ada@example.org']],
    ['link', ['example.org', 'ftp://example.org'], ['https://example.org/a']],
    ['phone', ['0171 1234567', '+999 1'], ['+44 20 7946 0018']],
    [
      'day',
      ['2026-02-30', '31.01.2026', '2026-01-31T25:30:00'],
      ['2028-02-29', '2026-01-31T09:30:00', '2026-01-31T09:30:00Z'],
    ],
    [
      'photo',
      ['photo.txt', '../photo.jpg', 'data:image/png;base64,AA'],
      ['https://example.org/a.png', 'data:image/png;base64,AAAA', 'photo.jpg', 'files/photo.jpg'],
    ],
    ['qr', [], ['https://example.org']],
    [
      'items',
      ['{}', '[{}]', '[{"note":"longer"}]', '[{"note":"a"},{"note":"a"},{"note":"a"}]'],
      ['[{"note":"a"}]'],
    ],
    ['color', ['red'], []],
  ];
  for (const [name, refused, accepted] of values) {
    for (const value of [...refused, ...accepted]) {
      const given = { headline: 'Fine', [name]: value };
      const expected = checkVariables({ document: { ...empty, variables: [...declared] }, files }, given);
      const details = (await getProblems(given)).map(({ detail }) => detail);
      // The client does not know which pictures the template has.
      const words = expected.ok
        ? []
        : expected.problems.map(({ detail }) => detail.replace(picturesKnown, ''));
      assert.deepEqual(details, words);
      assert.equal(details.length > 0, refused.includes(value), `${name}: ${value}`);
    }
  }
});

void test('says how long a text is, how long it may be, and how to cut it', async () => {
  const headline = `${'long words '.repeat(9)}and more`;
  await assert.rejects(signImageUrl({ ...request, variables: { headline }, rules }), {
    name: 'ImageUrlValueError',
    message:
      `Variable "headline" must have at most 90 characters (it has 107), but received ` +
      `"long words long words long words long wo…". ` +
      `Cut at a word: "${'long words '.repeat(8)}…".`.replace(' …', '…'),
  });
  assert.deepEqual(await getProblems({ headline }, true), []);
});

void test('signs the same URL with rules and without', async () => {
  const variables = { headline: 'It’s in' };
  const plain = await signImageUrl({ ...request, variables });
  assert.equal(await signImageUrl({ ...request, variables, rules }), plain);
  assert.match(plain, /^https:\/\/platen\.example\.org\/i\//);
});

void test('refuses the rules of another template', async () => {
  const other = { ...rules, id: '00000000-0000-4000-8000-000000000000' };
  await assert.rejects(signImageUrl({ ...request, rules: other }), TypeError);
});

const empty = {
  schemaVersion: 1 as const,
  name: 'Card',
  viewport: { width: 10, height: 10 },
  elements: [] as never[],
};
