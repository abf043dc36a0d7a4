import { forceLinting } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { TemplateDocument } from '../../../../../generated/template.ts';
import { jsonWords as words } from '../../words/designer/json.ts';
import { replaceDocument } from '../model/commands/replace.ts';
import { useDesignerStore } from '../state/designer.ts';
import { createEditor, writeDocument } from './editor.ts';
import { followDocument } from './follow.ts';
import classes from './json.module.css';

/** The editor. Each visit to it is one step of undo. */
export function JsonEditor(): ReactNode {
  const store = useDesignerStore();
  const place = useRef<HTMLDivElement>(null);
  const [isApplied, setApplied] = useState(true);
  useEffect(() => {
    let written = store.getState().design.document;
    let visit = newVisit();
    const apply = (document: TemplateDocument | null) => {
      setApplied(document !== null);
      if (document === null) return;
      store.getState().change((design) => replaceDocument(design, document, { joins: visit }));
      written = store.getState().design.document;
    };
    const view: EditorView = createEditor({
      parent: place.current!,
      text: writeDocument(written),
      findProblems: () => store.getState().problems,
      onEdit: apply,
      onLeave: () => (visit = newVisit()),
    });
    const stop = store.subscribe(({ design: { document }, problems, gesture }, before) => {
      if (problems !== before.problems) forceLinting(view);
      if (document === written || gesture !== null) return;
      written = document;
      setApplied(true);
      followDocument(view, writeDocument(document));
    });
    return () => {
      stop();
      view.destroy();
    };
  }, [store]);
  return (
    <>
      <div ref={place} className={classes.editor} />
      <div role="status" className={classes.status}>
        {isApplied ? '' : words.notApplied}
      </div>
    </>
  );
}

let visits = 0;

function newVisit(): string {
  visits += 1;
  return `json ${visits}`;
}
