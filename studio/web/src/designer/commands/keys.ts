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

/** The commands that keys mean. Several have the same keys, but at most one of them can run. */
export function commandsForKeys(pressed: PressedKey): readonly Command[] {
  return commands.filter(({ keys }) => keys.some((each) => matches(each, pressed)));
}

function matches(keys: string, { key, code, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): boolean {
  const parts = keys.split(/\+(?=.)/u);
  const wanted = parts.at(-1)!;
  const has = (name: string) => parts.slice(0, -1).includes(name);
  if (has('mod') !== (ctrlKey || metaKey) || has('alt') !== altKey) return false;
  // `+` itself needs shift on many keyboards.
  if (has('shift') !== shiftKey && wanted !== '+') return false;
  if (key.toLowerCase() === wanted.toLowerCase()) return true;
  // With shift or alt, the key of a digit, letter or bracket has another character.
  return (shiftKey || altKey) && code === getCode(wanted);
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
