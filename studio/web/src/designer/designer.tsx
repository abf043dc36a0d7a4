import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type DragEvent, type ReactNode } from 'react';
import type { TemplateDocument } from './model/template.ts';
import { useLocation } from 'react-router';
import { notifyDone } from '../parts/notify.tsx';
import { announce } from '../shell/announcements.tsx';
import { designerWords as words } from '../words/designer/designer.ts';
import { Banners } from './bars/banners.tsx';
import { ToolBar } from './bars/tool-bar.tsx';
import { TopBar } from './bars/top-bar.tsx';
import { ZoomBar } from './bars/zoom-bar.tsx';
import { Canvas } from './canvas/canvas.tsx';
import { ContextMenu } from './canvas/context-menu.tsx';
import { hitsAt } from './canvas/pointer.ts';
import { findBackground } from './model/background.ts';
import { isShape } from './model/frames.ts';
import { seenDocument } from './model/known-boxes.ts';
import type { Point } from './model/placement.ts';
import { SelectionBar } from './canvas/selection-bar/selection-bar.tsx';
import { CropBar } from './canvas/crop/crop-bar.tsx';
import { LayoutBar } from './canvas/layout/layout-bar.tsx';
import { ResultBar } from './canvas/result-bar.tsx';
import { FirstSteps } from './canvas/first-steps.tsx';
import { toPagePoint } from './view/screen.ts';
import { Palette } from './commands/palette.tsx';
import { useKeys } from './commands/use-keys.ts';
import classes from './designer-page.module.css';
import type { Schema } from '../api/client.ts';
import { DataSetsPanel } from './data-sets/data-sets-panel.tsx';
import { findCanvas, useKeptFocus } from './keep-focus.ts';
import { JsonView } from './json/json-view.tsx';
import { FindDialog } from './find-dialog.tsx';
import { LibraryDialog } from './library/library-dialog.tsx';
import { LayersSection } from './layers-section.tsx';
import type { OpenedStream } from './preview/use-preview-stream.ts';
import { PropertiesPanel } from './properties/properties-panel.tsx';
import { PublishDialog } from './publish/publish-dialog.tsx';
import type { ShowPicture } from './canvas/picture/pictures.ts';
import type { Kept } from './saving/unsaved.ts';
import { SideTabs } from './side-tabs.tsx';
import { useSaving, type OpenedTags, type Saving } from './saving/use-saving.ts';
import type { DesignerStore } from './state/designer.ts';
import { DesignerContext } from './state/use-designer.ts';
import { useWindowKind } from './use-window-kind.ts';
import { addFiles, useTools } from './use-tools.ts';
import { pictureInput } from '../parts/template/check-picture.ts';
import { VariablesPanel } from './variables/variables-panel.tsx';

interface DesignerProps {
  readonly store: DesignerStore;
  readonly preview: OpenedStream;
  readonly tags: OpenedTags;
  /** What the service has. */
  readonly saved: TemplateDocument;
  /** What an earlier tab left; `isCurrent`: nobody has saved since, and it is open now. */
  readonly unsaved: (Kept & { readonly isCurrent: boolean }) | null;
}

/** The designer of an opened document. */
export function Designer(props: DesignerProps): ReactNode {
  return (
    <DesignerContext value={props.store}>
      <Surface {...props} />
    </DesignerContext>
  );
}

function Surface({ store, preview, tags, saved, unsaved }: DesignerProps): ReactNode {
  const imageInput = useRef<HTMLInputElement>(null);
  /** The image that shows the picture that is being chosen. */
  const replaced = useRef<string | null>(null);
  const saving = useSaving(store, tags, saved);
  const [isJsonOpen, setJsonOpen] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const windowKind = useWindowKind();
  const canEdit = windowKind !== 'viewing';
  const tools = useTools(store, imageInput, replaced, canEdit);
  useKeys(tools, canEdit);
  useKeptFocus();
  useEffect(() => store.getState().set({ isPreview: !canEdit, textEdit: null }), [store, canEdit]);
  useOthersChanges(store, saving);
  const { stream, people } = preview;
  const show = useMemo<ShowPicture>(
    () =>
      (lane, { elements, ...request }) =>
        stream.show(lane, {
          ...request,
          // The client's types know no lists that cannot be changed.
          ...(elements === undefined ? {} : { elements: elements as Schema<'ElementSelection'> }),
        }),
    [stream],
  );
  useArrival(saved.name);
  const drop = (event: DragEvent) => {
    const files = [...event.dataTransfer.files];
    if (files.length === 0 || !canEdit) return;
    event.preventDefault();
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const { design, view } = store.getState();
    const point = { x: event.clientX - left, y: event.clientY - top };
    const at = toPagePoint(design.document, view, point);
    void addFiles(store, files, { at, replaced: findReplaced(store, files, point) });
  };
  return (
    <div
      className={classes.designer}
      data-window={windowKind}
      data-json={(canEdit && isJsonOpen) || undefined}
    >
      <title>{words.title(saved.name)}</title>
      <header className={classes.head}>
        <TopBar
          canEdit={canEdit}
          tools={tools}
          saving={saving}
          isJsonOpen={isJsonOpen}
          onJson={() => setJsonOpen(!isJsonOpen)}
          onPublish={() => setPublishing(true)}
        />
        {canEdit ? <ToolBar tools={tools} /> : null}
      </header>
      {windowKind === 'wide' ? (
        <div className={classes.left}>
          <LayersSection />
          <VariablesPanel />
        </div>
      ) : null}
      <main className={classes.stage} data-panel onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <Canvas show={show} />
        {canEdit ? <FirstSteps tools={tools} /> : null}
        <Banners
          saving={saving}
          people={people}
          unsaved={unsaved}
          canEdit={canEdit}
          isBlocked={preview.isBlocked}
        />
        {windowKind === 'wide' ? <SelectionBar tools={tools} /> : null}
        {canEdit ? <LayoutBar tools={tools} /> : null}
        {canEdit ? <CropBar /> : null}
        <div className={classes.corner}>
          <ResultBar />
          <ZoomBar tools={tools} />
        </div>
      </main>
      {windowKind === 'wide' ? (
        <>
          <div className={classes.right}>{isJsonOpen ? <JsonView /> : <PropertiesPanel />}</div>
          <div className={classes.sets}>
            <DataSetsPanel />
          </div>
        </>
      ) : null}
      {windowKind === 'compact' ? (
        <aside className={classes.side} aria-label={words.panels}>
          {isJsonOpen ? <JsonView /> : <SideTabs />}
        </aside>
      ) : null}
      <input
        ref={imageInput}
        type="file"
        accept={pictureInput}
        multiple
        hidden
        aria-label={words.imageFile}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          void addFiles(store, files, { replaced: files.length === 1 ? replaced.current : null });
          replaced.current = null;
          target.value = '';
        }}
      />
      <PublishDialog isOpen={isPublishing} onClose={() => setPublishing(false)} save={saving.flush} />
      {canEdit ? <FindDialog /> : null}
      {canEdit ? <LibraryDialog /> : null}
      {canEdit ? <ContextMenu tools={tools} /> : null}
      {canEdit ? <Palette tools={tools} /> : null}
    </div>
  );
}

/**
 * The picture that one file is dropped on: it shows that one then. A background, and a shape that becomes the
 * frame of the file, have to be selected.
 */
function findReplaced(store: DesignerStore, files: readonly File[], point: Point): string | null {
  if (files.length !== 1) return null;
  const state = store.getState();
  const [hit] = hitsAt(state, point);
  const isSelected = hit !== undefined && state.design.selection.includes(hit.element.id);
  if (isSelected && isShape(hit.element)) return hit.element.id;
  if (hit?.element.type !== 'image' || hit.element.src.includes('{{')) return null;
  const { id } = hit.element;
  const isBackground = findBackground(seenDocument(state.design)).includes(id);
  return isBackground && !isSelected ? null : id;
}

/** Begins at the canvas, unless the browser has just opened the page. */
function useArrival(name: string): void {
  const isFirst = useLocation().key === 'default';
  useEffect(() => {
    if (isFirst) return;
    findCanvas()?.focus({ preventScroll: true });
    announce(words.title(name));
    // Not for another name.
  }, [isFirst]);
}

/** Takes over what somebody else has saved. Live events make the query of the draft run again. */
function useOthersChanges(store: DesignerStore, { noticeOthers }: Saving): void {
  const { templateId } = store.getState();
  useQuery({
    queryKey: ['/templates/{templateId}/draft', { path: { templateId } }, 'designer'],
    queryFn: async () => {
      const isChanged = await noticeOthers();
      if (isChanged) notifyDone(words.takenOver, 'taken-over');
      return isChanged;
    },
    // It was read when the designer opened.
    initialData: false,
    staleTime: Infinity,
  });
}
