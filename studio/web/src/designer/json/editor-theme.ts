import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

/** Keys, texts, and other values. */
const marks: Readonly<Record<string, Decoration>> = {
  PropertyName: Decoration.mark({ class: 'cm-key' }),
  String: Decoration.mark({ class: 'cm-text' }),
  Number: Decoration.mark({ class: 'cm-plain' }),
  True: Decoration.mark({ class: 'cm-plain' }),
  False: Decoration.mark({ class: 'cm-plain' }),
  Null: Decoration.mark({ class: 'cm-plain' }),
};

/** Colors what is seen. */
const coloring = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = color(view);
    }

    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate) {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = color(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

function color(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const mark = marks[node.name];
        if (mark !== undefined) builder.add(node.from, node.to, mark);
      },
    });
  }
  return builder.finish();
}

const line = 'var(--platen-color-line)';

/** The editor in the colors of the app. */
export const editorTheme: Extension = [
  coloring,
  EditorView.theme({
    '&': {
      height: '100%',
      color: 'var(--mantine-color-text)',
      backgroundColor: 'var(--mantine-color-body)',
      fontSize: '12px',
    },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
    '.cm-content': { caretColor: 'var(--mantine-color-text)' },
    '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
    '.cm-gutters': {
      color: 'var(--mantine-color-dimmed)',
      backgroundColor: 'var(--platen-color-rail)',
      borderRight: `1px solid ${line}`,
    },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--platen-color-rail)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'light-dark(var(--mantine-color-ink-1), var(--mantine-color-ink-9))',
    },
    '.cm-key': { color: 'light-dark(var(--mantine-color-ink-7), var(--mantine-color-ink-3))' },
    '.cm-text': { color: 'light-dark(var(--mantine-color-green-7), var(--mantine-color-green-3))' },
    '.cm-plain': { color: 'light-dark(var(--mantine-color-yellow-7), var(--mantine-color-yellow-3))' },
    '.cm-tooltip': {
      maxWidth: '420px',
      color: 'var(--mantine-color-text)',
      backgroundColor: 'var(--mantine-color-body)',
      border: '1px solid var(--mantine-color-default-border)',
      borderRadius: 'var(--mantine-radius-sm)',
      fontSize: '12px',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': {
      padding: '4px',
      fontFamily: 'var(--mantine-font-family-monospace)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', borderRadius: '4px' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      color: 'var(--mantine-color-white)',
      backgroundColor: 'var(--mantine-primary-color-filled)',
    },
    '.cm-completionInfo, .cm-explanation, .cm-diagnostic': {
      padding: '6px 10px',
      fontFamily: 'var(--mantine-font-family)',
    },
    '.cm-diagnostic-error': { borderLeft: '3px solid var(--mantine-color-red-6)' },
    '.cm-foldPlaceholder': { color: 'inherit', backgroundColor: 'transparent', border: `1px solid ${line}` },
  }),
];
