import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json } from '@codemirror/lang-json';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import type { TemplateVariable } from '../model/template.ts';
import { applyOffer, completeExpression } from './expression-offers.ts';

const variables: readonly TemplateVariable[] = [
  { name: 'price', type: 'number' },
  { name: 'unit price', type: 'number' },
];

/** A state whose caret is at the bar. */
function getState(text: string): EditorState {
  const anchor = text.indexOf('|');
  const state = EditorState.create({
    doc: text.replace('|', ''),
    selection: { anchor },
    extensions: [json()],
  });
  ensureSyntaxTree(state, state.doc.length, 5_000);
  return state;
}

const offered = (text: string): string[] | null => {
  const state = getState(text);
  const found = completeExpression({ state, pos: state.selection.main.head }, variables);
  return found === null ? null : found.options.map(({ label }) => label);
};

/** The text after a choice, with its caret. */
function chosen(text: string, kind: 'variable' | 'function' | 'style', name: string): string {
  const state = getState(text).update(applyOffer(getState(text), { kind, name })).state;
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
}

test('names and functions are offered in the braces of a string', () => {
  assert.deepEqual(offered('{"text": "a {{pr|"}'), ['price', 'unit price']);
  assert.deepEqual(offered(String.raw`{"text": "{{ date(d, \"lo|\") }}"}`), ['long']);
  assert.deepEqual(offered('{"width": "{{ 1 + cur|"}'), ['currency()']);
});

test('outside of braces the schema offers', () => {
  for (const text of ['{"te|": 1}', '{"text": "pr|"}', '{"text": "{{price}} pr|"}', '{"text": |}'])
    assert.equal(offered(text), null, text);
});

test('a choice is written with the escapes of JSON', () => {
  assert.equal(chosen('{"text": "a {{pr|"}', 'variable', 'price'), '{"text": "a {{price}}|"}');
  assert.equal(chosen('{"text": "{{cur| }}"}', 'function', 'currency'), '{"text": "{{currency(|) }}"}');
  assert.equal(
    chosen('{"text": "{{ 1 + un| }}"}', 'variable', 'unit price'),
    String.raw`{"text": "{{ 1 + vars[\"unit price\"]| }}"}`,
  );
  assert.equal(
    chosen(String.raw`{"text": "ä {{ date(d, \"l|\") }}"}`, 'style', 'long'),
    String.raw`{"text": "ä {{ date(d, \"long\"|) }}"}`,
  );
});

test('the names of repeats, of tables and of headers are offered where they are known', () => {
  const list = { name: 'items', type: 'list' as const, fields: [{ name: 'name', type: 'text' as const }] };
  const names = (text: string): string[] => {
    const state = getState(text);
    const found = completeExpression({ state, pos: state.selection.main.head }, [list]);
    return (found?.options ?? []).map(({ label }) => label).filter((label) => label !== 'items');
  };
  const page = (key: string, value: string) => `{"pages": [{"id": "p", "${key}": ${value}}]}`;
  const group = '{"type": "group", "elements": [{"type": "text", "text": "{{|"}]}';
  assert.deepEqual(names(page('footer', group)), ['page', 'pages', 'pageOfGroup', 'pagesOfGroup']);
  assert.deepEqual(names(page('header', group)), ['page', 'pages', 'pageOfGroup', 'pagesOfGroup']);
  assert.deepEqual(names(page('elements', `[${group}]`)), []);
  const table = (columns: string) => `{"elements": [{"type": "table", "rows": "{{ items }}", ${columns}}]}`;
  assert.deepEqual(names(table('"index": "at", "columns": [{"value": "{{|"}]')), ['item.name', 'at']);
  assert.deepEqual(names(table('"columns": [{"header": "{{|"}]')), []);
  const repeat = '"repeat": {"each": "{{ items }}", "as": "row"}';
  assert.deepEqual(names(`{"elements": [{"type": "text", ${repeat}, "text": "{{|"}]}`), ['row.name']);
});
