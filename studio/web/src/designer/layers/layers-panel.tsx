import { ActionIcon, Text, TextInput } from '@mantine/core';
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { TemplateElement } from '../../../../../generated/template.ts';
import {
  IconBarcode,
  IconChevronRight,
  IconCircle,
  IconEye,
  IconEyeOff,
  IconFolder,
  IconLine,
  IconLock,
  IconLockOpen,
  IconPhoto,
  IconQrcode,
  IconSquare,
  IconTypography,
  IconVectorBezier,
} from '../../generated/icons.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { moveInOrder } from '../model/commands/arrange.ts';
import { changeElement, renameElement, setKey } from '../model/commands/content.ts';
import { useDesigner, useDesignerStore } from '../state/designer.ts';
import classes from './layers.module.css';

const icons: Readonly<Record<TemplateElement['type'], typeof IconSquare>> = {
  text: IconTypography,
  image: IconPhoto,
  rect: IconSquare,
  ellipse: IconCircle,
  line: IconLine,
  path: IconVectorBezier,
  qrcode: IconQrcode,
  barcode: IconBarcode,
  group: IconFolder,
};

interface Row {
  readonly element: TemplateElement;
  /** From 1 on. */
  readonly level: number;
  readonly position: number;
  readonly size: number;
}

/** The elements as a tree, the foremost first. Rows can be dragged; F2 renames. */
export function LayersPanel(): ReactNode {
  const store = useDesignerStore();
  const elements = useDesigner(({ design }) => design.document.elements);
  const selection = useDesigner(({ design }) => design.selection);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [renamed, setRenamed] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const rows = listRows(elements, closed);
  const current = rows.some(({ element }) => element.id === focused)
    ? focused
    : (selection.find((id) => rows.some(({ element }) => element.id === id)) ?? rows[0]?.element.id);

  const setOpen = (id: string, isOpen: boolean) => {
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const focusRow = (index: number, { shiftKey }: { readonly shiftKey: boolean }) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    const { id } = row.element;
    setFocused(id);
    store.getState().select(shiftKey ? [...selection, id] : [id]);
    document.getElementById(rowId(id))?.focus();
  };
  const pressKey = (event: KeyboardEvent, { element, level }: Row, index: number) => {
    if (event.target !== event.currentTarget) return;
    const isGroup = element.type === 'group';
    const isOpen = isGroup && !closed.has(element.id);
    const run: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focusRow(index + 1, event),
      ArrowUp: () => focusRow(index - 1, event),
      Home: () => focusRow(0, event),
      End: () => focusRow(rows.length - 1, event),
      ArrowRight: () =>
        isGroup && !isOpen ? setOpen(element.id, true) : isGroup && focusRow(index + 1, event),
      ArrowLeft: () => {
        if (isOpen) setOpen(element.id, false);
        else
          focusRow(
            rows.findLastIndex((row, at) => at < index && row.level < level),
            event,
          );
      },
      Enter: () => store.getState().select([element.id]),
      ' ': () => store.getState().select([element.id]),
      F2: () => setRenamed(element.id),
    };
    const action = event.altKey || event.ctrlKey || event.metaKey ? undefined : run[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const drop = (event: DragEvent, target: TemplateElement) => {
    const id = event.dataTransfer.getData(dragType);
    if (id === '') return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - top) / height;
    // The middle of a group is the group itself; the tree has the foremost first.
    const place =
      target.type === 'group' && share > 0.25 && share < 0.75 ? 'inside' : share < 0.5 ? 'before' : 'behind';
    store.getState().change((design) => moveInOrder(design, id, target.id, place));
  };

  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed" px="sm">
        {words.noLayers}
      </Text>
    );
  }
  return (
    <div role="tree" aria-label={words.layers} aria-multiselectable className={classes.tree}>
      {rows.map((row, index) => {
        const { element, level, position, size } = row;
        const isGroup = element.type === 'group';
        return (
          <div
            key={element.id}
            id={rowId(element.id)}
            role="treeitem"
            aria-label={element.id}
            aria-level={level}
            aria-posinset={position}
            aria-setsize={size}
            aria-selected={selection.includes(element.id)}
            {...(isGroup ? { 'aria-expanded': !closed.has(element.id) } : {})}
            tabIndex={element.id === current ? 0 : -1}
            className={classes.row}
            data-hidden={element.visible === false || undefined}
            style={{ paddingInlineStart: 8 + (level - 1) * 14 }}
            draggable={renamed !== element.id}
            onDragStart={(event) => event.dataTransfer.setData(dragType, element.id)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, element)}
            onClick={(event) => {
              setFocused(element.id);
              const { select } = store.getState();
              const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
              if (!isMore) select([element.id]);
              else if (selection.includes(element.id)) select(selection.filter((id) => id !== element.id));
              else select([...selection, element.id]);
            }}
            onDoubleClick={() => setRenamed(element.id)}
            onKeyDown={(event) => pressKey(event, row, index)}
          >
            {isGroup ? (
              <ActionIcon
                variant="transparent"
                color="gray"
                size={18}
                tabIndex={-1}
                className={classes.toggle}
                data-open={!closed.has(element.id) || undefined}
                aria-label={closed.has(element.id) ? words.expand(element.id) : words.collapse(element.id)}
                onClick={(event) => {
                  event.stopPropagation();
                  setOpen(element.id, closed.has(element.id));
                }}
              >
                <IconChevronRight size={14} aria-hidden />
              </ActionIcon>
            ) : (
              <span className={classes.space} />
            )}
            <Glyph type={element.type} />
            {renamed === element.id ? (
              <NameField element={element} onDone={() => setRenamed(null)} />
            ) : (
              <span className={classes.name} dir="auto">
                {element.id}
              </span>
            )}
            <RowButtons element={element} />
          </div>
        );
      })}
    </div>
  );
}

const dragType = 'application/x-platen-layer';

function rowId(id: string): string {
  return `layer-${encodeURIComponent(id)}`;
}

function listRows(elements: readonly TemplateElement[], closed: ReadonlySet<string>, level = 1): Row[] {
  return elements
    .toReversed()
    .flatMap((element, index): Row[] => [
      { element, level, position: index + 1, size: elements.length },
      ...(element.type === 'group' && !closed.has(element.id)
        ? listRows(element.elements, closed, level + 1)
        : []),
    ]);
}

function Glyph({ type }: { readonly type: TemplateElement['type'] }): ReactNode {
  const Icon = icons[type];
  return <Icon size={15} className={classes.icon} aria-hidden />;
}

function NameField({
  element,
  onDone,
}: {
  readonly element: TemplateElement;
  readonly onDone: () => void;
}): ReactNode {
  const store = useDesignerStore();
  const [name, setName] = useState(element.id);
  const finish = () => {
    store.getState().change((design) => renameElement(design, element.id, name.trim()));
    onDone();
  };
  return (
    <TextInput
      size="xs"
      flex={1}
      aria-label={words.rename(element.id)}
      value={name}
      maxLength={200}
      autoFocus
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setName(target.value)}
      onBlur={finish}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') onDone();
      }}
    />
  );
}

/** Buttons that hide and lock; they stay visible while they are in use. */
function RowButtons({ element }: { readonly element: TemplateElement }): ReactNode {
  const store = useDesignerStore();
  const locked = useDesigner(({ settings }) => settings.locked);
  const { id, visible } = element;
  const isLocked = locked.includes(id);
  const isHidden = visible === false;
  return (
    <span className={classes.buttons} onClick={(event) => event.stopPropagation()}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={22}
        tabIndex={-1}
        data-on={isLocked || undefined}
        aria-label={isLocked ? words.unlock(id) : words.lock(id)}
        onClick={() =>
          store
            .getState()
            .setSettings({ locked: isLocked ? locked.filter((each) => each !== id) : [...locked, id] })
        }
      >
        {isLocked ? <IconLock size={14} aria-hidden /> : <IconLockOpen size={14} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={22}
        tabIndex={-1}
        data-on={isHidden || undefined}
        aria-label={isHidden ? words.show(id) : words.hide(id)}
        onClick={() =>
          store
            .getState()
            .change((design) =>
              changeElement(design, id, (each) => setKey(each, 'visible', isHidden ? undefined : false)),
            )
        }
      >
        {isHidden ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
      </ActionIcon>
    </span>
  );
}
