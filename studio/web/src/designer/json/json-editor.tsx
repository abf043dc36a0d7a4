import { Button, Text } from '@mantine/core';
import { forceLinting } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { TemplateDocument } from '../model/template.ts';
import { jsonWords as words } from '../../words/designer/json.ts';
import { replaceDocument } from '../model/changes/replace.ts';
import type { DesignerStore } from '../state/designer.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import { createEditor, Fault, readTemplate, writeDocument } from './editor.ts';
import { followDocument } from './follow.ts';
import classes from './json.module.css';

/** Why the text is not what the page has. */
interface Unapplied {
  readonly fault: Fault;
  /** The page has changed since the text was one. */
  readonly isBehind: boolean;
}

/** Texts that are no templates yet, kept while the editor is closed. */
const kept = new WeakMap<DesignerStore, { readonly text: string; readonly written: TemplateDocument }>();

/** The editor. Each visit to it is one step of undo. What is typed stays until it is a template. */
export function JsonEditor(): ReactNode {
  const store = useDesignerStore();
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const [unapplied, setUnapplied] = useState<Unapplied | null>(null);
  const discard = useRef<() => void>(undefined);
  useEffect(() => {
    const left = kept.get(store);
    let written = left?.written ?? store.getState().design.document;
    let visit = newVisit();
    let now: Unapplied | null = null;
    const set = (fault: Fault | null) => {
      now = fault === null ? null : { fault, isBehind: store.getState().design.document !== written };
      setUnapplied(now);
    };
    const apply = (typed: TemplateDocument | Fault) => {
      if (typed instanceof Fault) {
        set(typed);
        return;
      }
      set(null);
      store.getState().change((design) => replaceDocument(design, typed, { joins: visit }));
      written = store.getState().design.document;
    };
    const view: EditorView = createEditor({
      parent: place.current!,
      text: left?.text ?? writeDocument(written),
      findVariables: () => store.getState().design.document.variables ?? [],
      findProblems: () => store.getState().problems,
      onEdit: apply,
      onLeave: () => (visit = newVisit()),
    });
    editor.current = view;
    const reason = left === undefined ? null : readTemplate(view.state);
    if (reason instanceof Fault) set(reason);
    const follow = () => {
      written = store.getState().design.document;
      set(null);
      followDocument(view, writeDocument(written));
    };
    discard.current = follow;
    const stop = store.subscribe(({ design: { document }, problems, gesture }, before) => {
      if (problems !== before.problems) forceLinting(view);
      if (document === written || gesture !== null) return;
      if (now === null) follow();
      else if (!now.isBehind) set(now.fault);
    });
    return () => {
      stop();
      if (now === null) kept.delete(store);
      else kept.set(store, { text: view.state.doc.toString(), written });
      view.destroy();
    };
  }, [store]);
  const goThere = (line: number) => {
    const view = editor.current!;
    view.dispatch({ selection: { anchor: view.state.doc.line(line).from }, scrollIntoView: true });
    view.focus();
  };
  return (
    <>
      <div ref={place} className={classes.editor} />
      <div role="status" className={classes.status}>
        {unapplied === null ? null : (
          <>
            <Text size="xs" inherit>
              {words.notApplied(unapplied.fault.line, unapplied.fault.message)}
              {unapplied.isBehind ? ` ${words.behind}` : ''}
            </Text>
            <Button size="compact-xs" variant="default" onClick={() => goThere(unapplied.fault.line)}>
              {words.goThere}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => discard.current?.()}>
              {words.discard}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

let visits = 0;

function newVisit(): string {
  visits += 1;
  return `json ${visits}`;
}
