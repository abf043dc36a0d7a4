import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TemplateDocument } from '../../../generated/template.ts';
import { VariableError } from '../errors.ts';
import { bindTemplate } from './bind-template.ts';
import { MAX_DESCRIPTION_CHARACTERS } from './description.ts';

function describeFile(document: Partial<TemplateDocument>, values: Record<string, string> = {}) {
  const variables = Object.keys(values).map((name) => ({ name, type: 'text' as const }));
  const whole: TemplateDocument = {
    schemaVersion: 1,
    name: 'Invoice {{no}}',
    viewport: { width: 10, height: 20 },
    elements: [],
    variables,
    ...document,
  };
  const { scene } = bindTemplate(whole, new Map(Object.entries(values)));
  return { name: scene.title, ...scene.description };
}

describe('the description of files', () => {
  it('has values and expressions; the name of the template stays as it is', () => {
    const document = {
      title: 'Invoice {{no}}',
      author: '{{ who.upperAscii() }}',
      subject: '{{subject}}',
      keywords: 'invoice, {{no}}',
    };
    assert.deepEqual(describeFile(document, { no: '2026-0118', who: 'ann', subject: '' }), {
      name: 'Invoice {{no}}',
      title: 'Invoice 2026-0118',
      author: 'ANN',
      keywords: 'invoice, 2026-0118',
    });
    assert.deepEqual(describeFile({}, { no: '1' }), { name: 'Invoice {{no}}' });
    assert.equal(describeFile({ title: '\\{{no}}' }, { no: '1' }).title, '{{no}}');
  });

  it('is one line without control characters and halves of characters', () => {
    const no = '  a\n\t\u0000b\u0085c\ud800 ';
    assert.equal(describeFile({ title: '{{no}}' }, { no }).title, 'a b c\ufffd');
    assert.equal(describeFile({ title: '{{no}}' }, { no: ' \n ' }).title, undefined);
  });

  it('refuses texts that are too long, and expressions that fail', () => {
    const no = 'x'.repeat(MAX_DESCRIPTION_CHARACTERS);
    assert.equal(describeFile({ keywords: '{{no}}' }, { no }).keywords, no);
    assert.throws(
      () => describeFile({ keywords: '{{no}}!' }, { no }),
      (error) =>
        error instanceof VariableError &&
        error.variable === 'no' &&
        error.message ===
          'With its values, "keywords" of the document has 2,001 characters; it may have 2,000.',
    );
    assert.throws(
      () => describeFile({ title: '{{ [1][2] }}' }, {}),
      /^VariableError: "title" of the document: the expression/u,
    );
  });
});
