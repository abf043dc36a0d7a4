/** Lists whose entries have lists, in requests and answers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db);
  const price = { name: 'price', type: 'number' as const };
  const parts = { name: 'parts', type: 'list' as const, fields: [price], defaultValue: [{ price: '2' }] };
  const items = { name: 'items', type: 'list' as const, required: true, fields: [price, parts] };
  templateId = await addTemplate(service.db, tenant, {
    variables: [{ name: 'orders', type: 'list', fields: [{ name: 'id', type: 'text' }, items] }],
    elements: [],
  });
});
after(() => service.close());

async function generate(variables: unknown) {
  const url = `/api/v1/templates/${templateId}/generate`;
  return await service.send('POST', url, { key: tenant.apiKey, json: { variables } });
}

test('are arrays in arrays, or JSON', async () => {
  const items = [{ price: '1', parts: [{ price: '2' }] }, {}];
  for (const orders of [
    [{ id: 'A', items }],
    JSON.stringify([{ items }]),
    [{ items: JSON.stringify(items) }],
    [],
  ]) {
    const { status, problem } = await generate({ orders });
    assert.equal(status, 200, problem.detail);
  }
});

test('name the place of what is wrong', async () => {
  const refused = async (orders: unknown) => {
    const { status, problem } = await generate({ orders });
    assert.equal(status, 400, JSON.stringify([orders, problem]));
    return problem.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  };
  const [price] = await refused([{ items: [{}, { parts: [{ price: 'x' }] }] }]);
  assert.match(
    price ?? '',
    /^\/variables\/orders\/0\/items\/1\/parts\/0\/price: .*"orders\[0\]\.items\[1\]\.parts\[0\]\.price"/u,
  );
  const [missing] = await refused([{ id: 'A' }]);
  assert.match(missing ?? '', /^\/variables\/orders\/0\/items: .*"orders\[0\]\.items" is required/u);
  for (const value of [null, 5, true, { price: '1' }]) {
    const [wrong] = await refused([{ items: value }]);
    assert.match(wrong ?? '', /^\/variables\/orders\/0\/items: /u, JSON.stringify(value));
    const [deep] = await refused([{ items: [{ price: value }] }]);
    assert.match(deep ?? '', /^\/variables\/orders\/0\/items\/0\/price: /u, JSON.stringify(value));
  }
  const many = Array.from({ length: 101 }, () => ({
    items: Array.from({ length: 50 }, () => ({ parts: [] })),
  }));
  const detail =
    'Variable "orders" must have at most 5,000 entries, those of the lists in its entries included.';
  assert.deepEqual(await refused(many), [`/variables/orders: ${detail}`]);
});

test('stand in the answers with their fields', async () => {
  const { json } = await service.send('GET', `/api/v1/templates/${templateId}`, { key: tenant.apiKey });
  const { variables } = json as { readonly variables: readonly object[] };
  const price = { name: 'price', type: 'number', label: 'price', required: false };
  assert.deepEqual(variables, [
    {
      name: 'orders',
      type: 'list',
      label: 'orders',
      required: false,
      fields: [
        { name: 'id', type: 'text', label: 'id', required: false },
        {
          name: 'items',
          type: 'list',
          label: 'items',
          required: true,
          fields: [
            price,
            {
              name: 'parts',
              type: 'list',
              label: 'parts',
              required: false,
              defaultValue: '[{"price":"2"}]',
              fields: [price],
            },
          ],
        },
      ],
    },
  ]);
});
