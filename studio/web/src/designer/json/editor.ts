import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionContext,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonLanguage } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, indentUnit } from '@codemirror/language';
import { linter, lintKeymap, type Diagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view';
import schema from '../../../../../template.schema.json' with { type: 'json' };
import { closePages, openPages } from '../model/pages.ts';
import type { TemplateDocument, TemplateVariable } from '../model/template.ts';
import { styleNonce } from '../../theme/style-nonce.ts';
import { jsonWords as words } from '../../words/designer/json.ts';
import { editorTheme } from './editor-theme.ts';
import { completeExpression } from './expression-offers.ts';
import { fromDesign } from './follow.ts';
import { completeBySchema, explainBySchema } from './offers.ts';
import { findFault, findPlace } from './places.ts';
import { checkSchema, type SchemaNode, type SchemaProblem } from './schema.ts';

const root = schema as unknown as SchemaNode;
const bySchema = completeBySchema(root);

interface EditorParts {
  readonly parent: HTMLElement;
  readonly text: string;
  /** What expressions may use. */
  readonly findVariables: () => readonly TemplateVariable[];
  /** What the service has found in the document. */
  readonly findProblems: () => readonly SchemaProblem[];
  /** Somebody has typed a template, or something that is none. */
  readonly onEdit: (typed: TemplateDocument | Fault) => void;
  /** The editor has lost the focus. */
  readonly onLeave: () => void;
}

/** Why a text is no template. */
export class Fault {
  /** From 1 on. */
  readonly line: number;
  readonly message: string;

  constructor(line: number, message: string) {
    this.line = line;
    this.message = message;
  }
}

/** The text of a document. */
export function writeDocument(document: TemplateDocument): string {
  return JSON.stringify(closePages(document), null, 2);
}

/** Makes the editor of a template's JSON. */
export function createEditor({
  parent,
  text,
  findVariables,
  findProblems,
  onEdit,
  onLeave,
}: EditorParts): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(styleNonce),
        EditorView.contentAttributes.of({ 'aria-label': words.name, spellcheck: 'false', tabindex: '0' }),
        tooltips({ parent: document.getElementById('overlays') ?? document.body }),
        lineNumbers(),
        foldGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        closeBrackets(),
        indentUnit.of('  '),
        json(),
        editorTheme,
        jsonLanguage.data.of({
          autocomplete: (context: CompletionContext) =>
            completeExpression(context, findVariables()) ?? bySchema(context),
        }),
        autocompletion({ icons: false }),
        explainBySchema(root),
        linter((view) => findMarks(view.state, findProblems()), { delay: 200 }),
        // Tab leaves the editor: the keyboard must not be caught in it.
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          const isOwn = transactions.some((each) => each.annotation(fromDesign) === true);
          if (docChanged && !isOwn) onEdit(readTemplate(state));
        }),
        EditorView.domEventHandlers({ blur: onLeave }),
      ],
    }),
  });
}

/** The template that the text is, or the first reason why it is none. */
export function readTemplate(state: EditorState): TemplateDocument | Fault {
  const [first] = findMarks(state, []);
  return first === undefined
    ? openPages(JSON.parse(state.doc.toString()) as object)
    : new Fault(state.doc.lineAt(first.from).number, first.message);
}

/** Marks the faults of the JSON, else those of the template, else those that the service has found. */
function findMarks(state: EditorState, found: readonly SchemaProblem[]): Diagnostic[] {
  let value: unknown;
  try {
    value = JSON.parse(state.doc.toString());
  } catch {
    // Browsers say in words of their own what is wrong, and not always where.
    return [{ ...findFault(state), severity: 'error', message: words.noJson }];
  }
  const own = checkSchema(root, value);
  return (own.length > 0 ? own : found).map(({ pointer, detail }) => ({
    ...findPlace(state, pointer),
    severity: 'error',
    message: detail,
  }));
}
