import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDifferences } from './describe-differences.ts';

const elements = [
  { name: 'All', x: 0, y: 0, width: 1, height: 1 },
  { name: 'Title', x: 0.1, y: 0.1, width: 0.5, height: 0.1 },
  { name: 'Photo', x: 0.6, y: 0.5, width: 0.3, height: 0.4 },
];

test('a part is that of the element that is most like it in place and size', () => {
  const title = { x: 0.12, y: 0.1, width: 0.4, height: 0.1, share: 0.02 };
  const rest = { x: 0.12, y: 0.2, width: 0.48, height: 0.04, share: 0.004 };
  const photo = { x: 0.6, y: 0.5, width: 0.3, height: 0.4, share: 0.12 };
  const losses = describeDifferences({ share: 0.144, differences: [title, rest, photo] }, elements);
  assert.deepEqual(losses[0], {
    element: 'Photo',
    property: 'picture',
    reason: 'It looks otherwise than in the design: 12 % of the page.',
  });
  assert.deepEqual(losses[1]?.element, 'Title');
  assert.match(losses[1]?.reason ?? '', /: 2 % of the page\.$/);
});

test('a part where the template has nothing is named by its place', () => {
  const part = { x: 0.7, y: 0.1, width: 0.1, height: 0.1, share: 0.01 };
  assert.deepEqual(describeDifferences({ share: 0.01, differences: [part] }, elements.slice(1)), [
    {
      element: '',
      property: 'picture',
      reason:
        'What lies 75 % from the left and 15 % from the top looks otherwise than in the design: ' +
        '1 % of the page.',
    },
  ]);
});

test('many parts are summed up', () => {
  const differences = Array.from({ length: 30 }, (_, at) => ({
    x: at / 30,
    y: 0,
    width: 0.03,
    height: 0.5,
    share: 0.01,
  }));
  const losses = describeDifferences({ share: 0.3, differences }, []);
  assert.equal(losses.length, 21);
  assert.equal(losses.at(-1)?.reason, '10 more parts look otherwise: 10 % of the page.');
});
