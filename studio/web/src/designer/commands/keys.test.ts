import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { arePressed, commandsForKeys, type PressedKey } from './keys.ts';

/**
 * What keys type, by layout and by `KeyboardEvent.code`: [alone, with shift]. Those that shortcuts need.
 */
const layouts: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>> = {
  American: {
    KeyZ: ['z', 'Z'],
    KeyY: ['y', 'Y'],
    KeyW: ['w', 'W'],
    KeyD: ['d', 'D'],
    KeyT: ['t', 'T'],
    KeyB: ['b', 'B'],
    Digit0: ['0', ')'],
    Digit1: ['1', '!'],
    BracketLeft: ['[', '{'],
    BracketRight: [']', '}'],
    Comma: [',', '<'],
    Period: ['.', '>'],
    Minus: ['-', '_'],
    Equal: ['=', '+'],
  },
  German: {
    KeyY: ['z', 'Z'],
    KeyZ: ['y', 'Y'],
    KeyD: ['d', 'D'],
    KeyT: ['t', 'T'],
    KeyB: ['b', 'B'],
    Digit0: ['0', '='],
    Digit1: ['1', '!'],
    BracketLeft: ['ü', 'Ü'],
    BracketRight: ['+', '*'],
    Comma: [',', ';'],
    Period: ['.', ':'],
    Slash: ['-', '_'],
    Minus: ['ß', '?'],
  },
  French: {
    KeyW: ['z', 'Z'],
    KeyZ: ['w', 'W'],
    KeyY: ['y', 'Y'],
    KeyD: ['d', 'D'],
    KeyT: ['t', 'T'],
    KeyB: ['b', 'B'],
    Digit0: ['à', '0'],
    Digit1: ['&', '1'],
    Digit6: ['-', '6'],
    BracketLeft: ['Dead', 'Dead'],
    BracketRight: ['$', '£'],
    KeyM: [',', '?'],
    Comma: [';', '.'],
    Equal: ['=', '+'],
  },
  Russian: {
    KeyZ: ['я', 'Я'],
    KeyY: ['н', 'Н'],
    KeyD: ['в', 'В'],
    KeyT: ['е', 'Е'],
    KeyB: ['и', 'И'],
    Digit0: ['0', ')'],
    Digit1: ['1', '!'],
    BracketLeft: ['х', 'Х'],
    BracketRight: ['ъ', 'Ъ'],
    Comma: ['б', 'Б'],
    Period: ['ю', 'Ю'],
    Minus: ['-', '_'],
    Equal: ['=', '+'],
  },
  Greek: {
    KeyZ: ['ζ', 'Ζ'],
    KeyY: ['υ', 'Υ'],
    KeyD: ['δ', 'Δ'],
    KeyT: ['τ', 'Τ'],
    KeyB: ['β', 'Β'],
    KeyQ: [';', ':'],
    Digit0: ['0', ')'],
    Digit1: ['1', '!'],
    BracketLeft: ['[', '{'],
    BracketRight: [']', '}'],
    Comma: [',', '<'],
    Period: ['.', '>'],
    Minus: ['-', '_'],
    Equal: ['=', '+'],
  },
  Hebrew: {
    KeyZ: ['ז', 'Z'],
    KeyY: ['ט', 'Y'],
    KeyD: ['ג', 'D'],
    KeyT: ['א', 'T'],
    KeyB: ['נ', 'B'],
    Digit0: ['0', '('],
    Digit1: ['1', '!'],
    BracketLeft: [']', '}'],
    BracketRight: ['[', '{'],
    Comma: ['ת', '>'],
    Period: ['ץ', '<'],
    Minus: ['-', '_'],
    Equal: ['=', '+'],
  },
  Arabic: {
    KeyZ: ['ئ', '~'],
    KeyY: ['غ', 'إ'],
    KeyD: ['ي', ']'],
    KeyT: ['ف', 'لإ'],
    KeyB: ['لا', 'لآ'],
    Digit0: ['٠', ')'],
    Digit1: ['١', '!'],
    BracketLeft: ['ج', '<'],
    BracketRight: ['د', '>'],
    Comma: ['و', ','],
    Period: ['ز', '.'],
    Minus: ['-', '_'],
    Equal: ['=', '+'],
  },
  Japanese: {
    KeyZ: ['つ', 'っ'],
    KeyY: ['ん', 'ん'],
    KeyD: ['し', 'し'],
    KeyT: ['か', 'か'],
    KeyB: ['こ', 'こ'],
    Digit0: ['わ', 'を'],
    Digit1: ['ぬ', 'ぬ'],
    BracketLeft: ['゛', '゛'],
    BracketRight: ['゜', '「'],
    Comma: ['ね', '、'],
    Period: ['る', '。'],
    Minus: ['ほ', 'ほ'],
    Equal: ['へ', 'へ'],
  },
};

/** Where the letters z and y are; elsewhere they are where an American keyboard has them. */
const moved: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  German: { z: 'KeyY', y: 'KeyZ' },
  French: { z: 'KeyW' },
};

function press(layout: string, code: string, modifiers: string): PressedKey {
  const has = (name: string) => modifiers.split('+').includes(name);
  const [alone, shifted] = layouts[layout]![code]!;
  return {
    key: has('shift') ? shifted : alone,
    code,
    ctrlKey: has('mod'),
    metaKey: false,
    shiftKey: has('shift'),
    altKey: has('alt'),
  };
}

const named = (pressed: PressedKey) => commandsForKeys(pressed).map(({ id }) => id);

for (const layout of Object.keys(layouts)) {
  describe(`a ${layout} keyboard`, () => {
    const codeOf = (letter: string) => moved[layout]?.[letter] ?? `Key${letter.toUpperCase()}`;

    test('has the shortcuts of letters', () => {
      assert.deepEqual(named(press(layout, codeOf('z'), 'mod')), ['undo']);
      assert.deepEqual(named(press(layout, codeOf('z'), 'mod+shift')), ['redo']);
      assert.deepEqual(named(press(layout, codeOf('y'), 'mod')), ['redo']);
      assert.deepEqual(named(press(layout, 'KeyD', 'mod')), ['duplicate']);
      assert.deepEqual(named(press(layout, 'KeyD', 'alt')), ['alignRight']);
      assert.deepEqual(named(press(layout, 'KeyT', '')), ['addText']);
      assert.ok(arePressed('mod+b', press(layout, 'KeyB', 'mod')));
      assert.ok(!arePressed('mod+b', press(layout, 'KeyD', 'mod')));
      assert.ok(!arePressed('mod+b', press(layout, 'KeyB', 'mod+shift')));
    });

    test('has the shortcuts of digits', () => {
      assert.deepEqual(named(press(layout, 'Digit0', 'mod')), ['zoomActual']);
      assert.deepEqual(named(press(layout, 'Digit1', 'shift')), ['zoomFit']);
    });
  });
}

test('signs are where they are typed, else where an American keyboard has them', () => {
  for (const layout of ['American', 'Russian', 'Greek', 'Arabic', 'Japanese']) {
    assert.deepEqual(named(press(layout, 'BracketRight', 'mod')), ['forward'], layout);
    assert.deepEqual(named(press(layout, 'BracketLeft', 'mod+shift')), ['back'], layout);
    assert.deepEqual(named(press(layout, 'Minus', 'mod')), ['zoomOut'], layout);
    assert.deepEqual(named(press(layout, 'Equal', 'mod')), ['zoomIn'], layout);
    assert.deepEqual(named(press(layout, 'Period', '')), ['turnRight'], layout);
  }
  // They are exchanged.
  assert.deepEqual(named(press('Hebrew', 'BracketLeft', 'mod')), ['forward']);
  assert.deepEqual(named(press('German', 'Slash', 'mod')), ['zoomOut']);
  assert.deepEqual(named(press('German', 'BracketRight', 'mod')), ['zoomIn']);
  assert.deepEqual(named(press('French', 'Digit6', 'mod')), ['zoomOut']);
});

test('every keyboard can bring forward and send backward', () => {
  const pressed = { ctrlKey: false, metaKey: false, shiftKey: true, altKey: false };
  const by = (key: string) => named({ ...pressed, key, code: key });
  assert.deepEqual(['Home', 'PageUp', 'PageDown', 'End'].map(by), [
    ['front'],
    ['forward'],
    ['backward'],
    ['back'],
  ]);
});

test('a Latin letter never means the one of another keyboard', () => {
  assert.deepEqual(named(press('French', 'KeyZ', 'mod')), []);
  assert.deepEqual(named(press('German', 'KeyZ', 'mod')), ['redo']);
  assert.deepEqual(named({ ...press('Russian', 'KeyZ', 'mod'), key: 'Enter', code: 'Enter' }), ['preview']);
});
