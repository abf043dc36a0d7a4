import assert from 'node:assert/strict';
import { test } from 'node:test';
import { group, text } from '../../../test/helpers/scenes.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { PlacedPage } from './inputs.ts';
import { listLastTexts } from './last-texts.ts';

const box = { x: 0, y: 0, width: 10, height: 10 };
const [shared, first, second] = ['shared', 'first', 'second'].map((content) => text(content, 12, box));

function pageWith(...elements: SceneElement[]): PlacedPage {
  return { job: { scene: { elements } }, found: [] } as unknown as PlacedPage;
}

test('the texts that no later page has, also those in groups', () => {
  const inGroup = group({ ...box, elements: [shared!, first!] });
  const last = listLastTexts([pageWith(inGroup), pageWith(second!, { ...shared!, y: 5 }), pageWith()]);
  assert.deepEqual(
    last.map((texts) => texts.map(([run]) => run?.text)),
    [['first'], ['second', 'shared'], []],
  );
});
