import { Menu, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, type DragEvent, type ReactNode } from 'react';
import { pageWords as words } from '../../words/designer/pages.ts';
import { renamePage } from '../model/changes/pages.ts';
import { sizeOfPage } from '../model/pages.ts';
import { nameOfPage } from '../model/place-pages.ts';
import type { PageEntry, PageGroup } from '../model/template.ts';
import { NameField } from '../name-field.tsx';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { MoveItems, RowMenu } from './row-menu.tsx';
import classes from './pages.module.css';

export type PageAction =
  | 'open'
  | 'zoom'
  | 'rename'
  | 'duplicate'
  | 'earlier'
  | 'later'
  | 'group'
  | 'leave'
  | 'remove';

interface PageRowProps {
  readonly page: PageEntry;
  readonly index: number;
  /** All groups of the document. */
  readonly groups: readonly PageGroup[];
  /** Up, and down: past another page, or out of its group. */
  readonly canMove: readonly [up: boolean, down: boolean];
  readonly isOnly: boolean;
  readonly isInWork: boolean;
  readonly isRenamed: boolean;
  readonly onAct: (action: PageAction, index: number) => void;
  readonly onJoin: (index: number, group: string) => void;
  readonly onRenamed: () => void;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** A page of the list: its picture, its name, and what can be done with it. */
export function PageRow(props: PageRowProps): ReactNode {
  const { page, index, groups, canMove, isOnly, isInWork, isRenamed } = props;
  const { onAct, onJoin, onRenamed, onDragStart, onDrop } = props;
  const store = useDesignerStore();
  const name = nameOfPage(page);
  const results = useDesigner(({ pageCounts }) => pageCounts.byId[page.id] ?? 1);
  return (
    <li
      className={classes.row}
      data-in-work={isInWork || undefined}
      draggable={!isRenamed}
      onDragStart={onDragStart}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      {isRenamed ? (
        <>
          <Thumbnail id={page.id} index={index} />
          <NameField
            label={words.nameOf(name)}
            name={name}
            onName={(typed) => store.getState().change((design) => renamePage(design, index, typed))}
            onDone={onRenamed}
          />
        </>
      ) : (
        <UnstyledButton
          className={classes.button}
          data-page-row={index}
          data-page-id={page.id}
          aria-label={words.number(index + 1, name, results)}
          aria-current={isInWork ? 'page' : undefined}
          onClick={() => onAct('open', index)}
          onDoubleClick={() => onAct('rename', index)}
        >
          <Thumbnail id={page.id} index={index} />
          <span className={classes.number}>{index + 1}</span>{' '}
          <span className={classes.name} dir="auto" title={name}>
            {name}
          </span>{' '}
          {results > 1 ? <span className={classes.number}>{words.times(results)}</span> : null}
        </UnstyledButton>
      )}
      <RowMenu name={name}>
        <Menu.Item onClick={() => onAct('zoom', index)}>{words.zoom}</Menu.Item>
        <Menu.Item onClick={() => onAct('rename', index)}>{words.rename}</Menu.Item>
        <Menu.Item onClick={() => onAct('duplicate', index)}>{words.duplicate}</Menu.Item>
        <MoveItems canMove={canMove} onMove={(action) => onAct(action, index)} />
        <Menu.Divider />
        {groups.map((group) =>
          group.id === page.group ? (
            <Menu.Item key={group.id} onClick={() => onAct('leave', index)}>
              {words.leaveGroup(nameOfPage(group))}
            </Menu.Item>
          ) : (
            <Menu.Item key={group.id} onClick={() => onJoin(index, group.id)}>
              {words.joinGroup(nameOfPage(group))}
            </Menu.Item>
          ),
        )}
        {page.group === undefined ? (
          <Menu.Item onClick={() => onAct('group', index)}>{words.newGroup}</Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item color="red" disabled={isOnly} onClick={() => onAct('remove', index)}>
          {words.remove}
        </Menu.Item>
      </RowMenu>
    </li>
  );
}

/** CSS pixels. */
const thumbnail = { width: 36, height: 36 };

/** A small copy of the picture that the canvas shows. */
function Thumbnail({ id, index }: { readonly id: string; readonly index: number }): ReactNode {
  const own = useRef<HTMLCanvasElement>(null);
  const rendered = useDesigner(({ renderedPages, gesture }) =>
    gesture === null ? renderedPages.get(id) : null,
  );
  const ratio = useDesigner(({ design, renderedPages }) => {
    const { width, height } = sizeOfPage(design.document, index) as { width: number; height: unknown };
    const high = typeof height === 'number' ? height : (renderedPages.get(id)?.pageHeight ?? width);
    return width / high;
  });
  const wide = Math.max(8, Math.min(thumbnail.width, thumbnail.height * ratio));
  const high = Math.max(8, Math.min(thumbnail.height, thumbnail.width / ratio));
  useEffect(() => {
    const canvas = own.current;
    const source = document.querySelector<HTMLCanvasElement>(
      `[data-canvas] canvas[data-page="${CSS.escape(id)}"]`,
    );
    const isPainted = rendered != null && source !== null && source.width > 0;
    if (canvas === null || !isPainted) return;
    const density = window.devicePixelRatio;
    [canvas.width, canvas.height] = [Math.round(wide * density), Math.round(high * density)];
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
  }, [rendered, id, wide, high]);
  return (
    <span className={classes.thumbnail} aria-hidden>
      <canvas ref={own} style={{ width: wide, height: high }} />
    </span>
  );
}
