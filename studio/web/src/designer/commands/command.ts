/** What a command is. */
import { designerWords } from '../../words/designer/designer.ts';
import type { DesignerState, DesignerStore } from '../state/designer.ts';

const words = designerWords.commands;

export type CommandId = keyof typeof words;

/** What commands need of the page around the canvas. */
export interface CommandTools {
  /** `replaced`: the image that shows the chosen picture; without it, images are added. */
  readonly chooseImage: (replaced?: string) => void;
  readonly openPalette: () => void;
  /** Moves the focus to the next or previous panel. */
  readonly goToPanel: (by: 1 | -1) => void;
  readonly copy: () => void;
  readonly cut: () => void;
  /** `isInPlace`: at the same place of the page; else where it is seen. */
  readonly paste: (isInPlace: boolean) => void;
  /** A number is the zoom itself: 1 is 100 %. */
  readonly zoom: (to: 'in' | 'out' | 'actual' | 'fit' | 'all' | 'selection' | number) => void;
}

export interface Command {
  readonly id: CommandId;
  readonly name: string;
  /** Keys as `mod+shift+z`; `mod` is control, or the command key of a Mac. The first is shown. */
  readonly keys: readonly string[];
  /** Only while the canvas or the tree of layers has the focus. */
  readonly isForCanvas: boolean;
  readonly canRun: (state: DesignerState) => boolean;
  /** Whether what it turns on is on; absent: it turns nothing on. */
  readonly isOn?: (state: DesignerState) => boolean;
  readonly run: (store: DesignerStore, tools: CommandTools) => void;
}

interface CommandOptions {
  readonly keys?: readonly string[];
  readonly isForCanvas?: boolean;
  readonly canRun?: (state: DesignerState) => boolean;
  readonly isOn?: (state: DesignerState) => boolean;
}

/** Makes a command. Without options it runs everywhere and always, without keys. */
export function command(
  id: CommandId,
  { keys = [], isForCanvas = false, canRun = () => true, isOn }: CommandOptions,
  run: Command['run'],
): Command {
  return { id, name: words[id], keys, isForCanvas, canRun, ...(isOn === undefined ? {} : { isOn }), run };
}

/** Whether something is selected. */
export const hasSelection = ({ design }: DesignerState): boolean => design.selection.length > 0;
