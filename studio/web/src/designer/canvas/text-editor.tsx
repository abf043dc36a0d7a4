import { compose } from 'transformation-matrix';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { textOf, typeText } from '../model/commands/type-text.ts';
import { findElement } from '../model/elements.ts';
import { toPage } from '../model/placement.ts';
import { useDesigner, useDesignerStore } from '../state/designer.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import classes from './text-editor.module.css';
import { pageToScreen, pixelsPerUnit } from './screen.ts';

/** A field over a text element. What is typed is rendered by the service behind it. */
export function TextEditor({ id }: { readonly id: string }): ReactNode {
  const store = useDesignerStore();
  const document = useDesigner(({ design }) => design.document);
  const view = useDesigner((state) => state.view);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const placed = findElement(document, id);
  if (placed?.element.type !== 'text') return null;
  const { element } = placed;
  const unit = pixelsPerUnit(document);
  const { a, b, c, d, e, f } = compose(pageToScreen(document, view), toPage(placed));
  const style: CSSProperties = {
    width: element.width * unit,
    height: element.height * unit,
    transform: `matrix(${a / unit}, ${b / unit}, ${c / unit}, ${d / unit}, ${e}, ${f})`,
    fontSize: element.fontSize === undefined ? 16 : element.fontSize * unit,
    lineHeight: element.lineHeight ?? 1.2,
    fontWeight: element.fontWeight ?? 400,
    fontStyle: element.fontStyle ?? 'normal',
    textAlign: element.align ?? 'start',
  };
  const end = () => {
    store.getState().set({ textEdit: null });
    window.document.querySelector<HTMLElement>('[data-canvas]')?.focus({ preventScroll: true });
  };
  return (
    <textarea
      ref={field}
      className={classes.field}
      style={style}
      aria-label={words.textOf(id)}
      dir="auto"
      spellCheck={false}
      value={textOf(element)}
      onChange={({ target }) => store.getState().change((design) => typeText(design, id, target.value))}
      onBlur={end}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) end();
      }}
    />
  );
}
