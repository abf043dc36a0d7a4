/** Names, functions and formats within `{{ }}` in the JSON of a template. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { insertOffer, offersFor, typedName, type Offer } from '../expressions/completion.ts';
import { listScopeNames } from '../expressions/scope-names.ts';
import { findScope, stepsTo } from '../model/scope.ts';
import type { TemplateVariable } from '../model/template.ts';
import { findPath, readNode } from './places.ts';

/** A place in an expression that a string of the document holds. */
interface ExpressionPlace {
  /** The string as it stands in the text, with its quotation marks. */
  readonly from: number;
  readonly to: number;
  /** What the string is, and where the caret is in that. */
  readonly value: string;
  readonly caret: number;
  /** What is typed after `{{`. */
  readonly typed: string;
}

/** The expression around a place; null outside of expressions. */
export function expressionAt(state: EditorState, pos: number): ExpressionPlace | null {
  const node = syntaxTree(state).resolveInner(pos, -1);
  if (node.name !== 'String' || pos <= node.from) return null;
  const before = readPart(state.sliceDoc(node.from + 1, pos));
  const isClosed = node.to - node.from > 1 && state.sliceDoc(node.to - 1, node.to) === '"';
  const after = readPart(state.sliceDoc(pos, isClosed ? node.to - 1 : node.to));
  if (before === null || after === null) return null;
  const typed = typedName(before, before.length);
  if (typed === null) return null;
  return { from: node.from, to: node.to, value: before + after, caret: before.length, typed };
}

/** A part of a string without escapes; null if it ends within one. */
function readPart(text: string): string | null {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return null;
  }
}

/** What is offered in an expression; null outside of expressions. */
export function completeExpression(
  { state, pos }: Pick<CompletionContext, 'state' | 'pos'>,
  variables: readonly TemplateVariable[],
): CompletionResult | null {
  const place = expressionAt(state, pos);
  if (place === null) return null;
  const tree = syntaxTree(state);
  const steps = stepsTo(readNode(state, tree.topNode), findPath(state, tree.resolveInner(pos, -1)));
  return {
    from: pos,
    options: offersFor(listScopeNames(findScope(steps), variables), place.typed).map((offer): Completion => ({
      label: offer.kind === 'function' || offer.kind === 'method' ? `${offer.name}()` : offer.name,
      detail: offer.hint,
      apply: (view) => view.dispatch(applyOffer(view.state, offer), { userEvent: 'input.complete' }),
    })),
    filter: false,
  };
}

/** The change that a choice makes: the whole string is written anew, with its escapes. */
export function applyOffer(state: EditorState, offer: Pick<Offer, 'kind' | 'name'>) {
  const { head } = state.selection.main;
  const place = expressionAt(state, head);
  if (place === null) return {};
  const next = insertOffer(place.value, place.caret, offer);
  const caret = place.from + JSON.stringify(next.text.slice(0, next.caret)).length - 1;
  return {
    changes: { from: place.from, to: place.to, insert: JSON.stringify(next.text) },
    selection: { anchor: caret },
  };
}
