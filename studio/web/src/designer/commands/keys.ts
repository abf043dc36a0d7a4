/** Keys of commands: which command an event of the keyboard means, and how its keys are written. */
import type { Command } from './command.ts';
import { commands } from './commands.ts';

/** The parts of an event of the keyboard that decide. */
export interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/**
 * The commands that keys mean, by the character that they type, else by their place on the keyboard. Several
 * have the same keys, but at most one of them can run.
 */
export function commandsForKeys(pressed: PressedKey): readonly Command[] {
  const byCharacter = commands.filter(({ keys }) => keys.some((each) => matchesCharacter(each, pressed)));
  if (byCharacter.length > 0) return byCharacter;
  return commands.filter(({ keys }) => keys.some((each) => matchesPlace(each, pressed)));
}

/** Whether keys such as `mod+b` are pressed. */
export function arePressed(keys: string, pressed: PressedKey): boolean {
  return matchesCharacter(keys, pressed) || matchesPlace(keys, pressed);
}

function matchesCharacter(keys: string, pressed: PressedKey): boolean {
  const { wanted, hasModifiers } = readKeys(keys, pressed);
  return hasModifiers && pressed.key.toLowerCase() === wanted.toLowerCase();
}

/**
 * Whether the pressed key is where the wanted one is on an American keyboard. Latin letters mean themselves,
 * wherever they are; other scripts, digits that need shift, and what shift and alt make of a key do not.
 */
function matchesPlace(keys: string, pressed: PressedKey): boolean {
  const { wanted, hasModifiers } = readKeys(keys, pressed);
  const isLatin = /^[a-z]$/iu.test(pressed.key);
  return hasModifiers && !isLatin && pressed.code === getCode(wanted);
}

function readKeys(keys: string, { ctrlKey, metaKey, shiftKey, altKey }: PressedKey) {
  const parts = keys.split(/\+(?=.)/u);
  const wanted = parts.at(-1)!;
  const has = (name: string) => parts.slice(0, -1).includes(name);
  const hasModifiers =
    has('mod') === (ctrlKey || metaKey) &&
    has('alt') === altKey &&
    // `+` itself needs shift on many keyboards.
    (has('shift') === shiftKey || wanted === '+');
  return { wanted, hasModifiers };
}

function getCode(key: string): string {
  if (/^\d$/u.test(key)) return `Digit${key}`;
  if (/^[a-z]$/u.test(key)) return `Key${key.toUpperCase()}`;
  return codes[key] ?? '';
}

const codes: Readonly<Record<string, string>> = {
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '.': 'Period',
  ',': 'Comma',
  '-': 'Minus',
  '=': 'Equal',
};

const symbols: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** Keys as a person reads them: `Ctrl+Shift+Z`, or `⌘⇧Z` on a Mac. */
export function describeKeys(keys: string, isMac: boolean): string {
  const names: Readonly<Record<string, string>> = isMac
    ? { mod: '⌘', shift: '⇧', alt: '⌥' }
    : { mod: 'Ctrl', shift: 'Shift', alt: 'Alt' };
  const parts = keys.split(/\+(?=.)/u).map((part) => {
    const name = names[part] ?? symbols[part] ?? part;
    return name.length === 1 ? name.toUpperCase() : name;
  });
  return parts.join(isMac ? '' : '+');
}
