/** What rows of a table have in common by `groupBy`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderDocument } from '../../../../test/helpers/pages.ts';
import { getTableDocument, getTexts } from '../../../../test/helpers/tables.ts';

const fields = [
  { name: 'id', type: 'text' },
  { name: 'rate', type: 'number' },
  { name: 'day', type: 'date' },
  { name: 'code', type: 'text' },
];
const rows = [
  { id: 'a', rate: '1', day: '2026-03-01', code: '1' },
  { id: 'b', rate: '2', day: '2026-03-02', code: '2' },
  { id: 'c', rate: '1.0', day: '2026-03-01T00:00:00Z', code: '1.0' },
  { id: 'd', rate: '1e0', day: '2026-03-01T01:00:00+01:00', code: '1' },
  { id: 'e', code: '' },
];

/** The ids of the rows of each group, in the order in which they are printed. */
async function listGroups(groupBy: string, items = rows): Promise<string> {
  const table = {
    groupBy,
    groupHeader: { cells: ['|'] },
    columns: [{ value: '{{ item.id }}' }],
    header: null,
  };
  const variables = [{ name: 'items', type: 'list', fields }];
  const { report } = await renderDocument(getTableDocument(table, { variables }), {
    values: new Map([['items', items]]),
  });
  return Object.values(getTexts(report)).join('');
}

test('groups have equal numbers and dates, however they were sent, and the same texts', async () => {
  assert.equal(await listGroups('{{ item.rate }}'), '|acd|b|e');
  assert.equal(await listGroups('{{ item.day }}'), '|acd|b|e');
  assert.equal(await listGroups('{{ item.code }}'), '|ad|b|c|e');
  assert.equal(await listGroups('Rate {{ item.code }}'), '|ad|b|c|e');
});

test('groups are those of group()', async () => {
  const complete = rows.slice(0, -1);
  for (const field of ['rate', 'day', 'code'])
    assert.equal(
      await listGroups(`{{ item.${field} }}`, complete),
      await listGroups(`{{ group(items, x, x.${field})[item.${field}].map(x, x.id).join("") }}`, complete),
      field,
    );
});
