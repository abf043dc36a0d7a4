import { ActionIcon } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { TemplateElement } from '../model/template.ts';
import {
  IconBarcode,
  IconChartBar,
  IconChevronRight,
  IconCircle,
  IconEye,
  IconEyeOff,
  IconFolder,
  IconLetterT,
  IconLine,
  IconLock,
  IconLockOpen,
  IconPhoto,
  IconQrcode,
  IconSquare,
  IconTable,
  IconVectorBezier,
} from '../../generated/icons.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { changeElement, renameElement, setKey } from '../model/changes/content.ts';
import type { RunningKey } from '../model/running.ts';
import { NameField } from '../name-field.tsx';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import classes from './layers.module.css';

interface LayerRowProps {
  readonly id: string;
  /** Whether it is the header or footer of the page. */
  readonly running: RunningKey | null;
  readonly type: TemplateElement['type'];
  readonly isHidden: boolean;
  /** From 1 on. */
  readonly level: number;
  readonly position: number;
  readonly size: number;
  readonly isSelected: boolean;
  /** Whether a group shows its elements; null: not a group. */
  readonly isOpen: boolean | null;
  /** Whether the Tab key reaches it. */
  readonly isTabStop: boolean;
  readonly isRenamed: boolean;
  readonly onToggle: (id: string, isOpen: boolean) => void;
  readonly onRenamed: () => void;
}

/** One element of the tree, which answers its events. It renders again only if something in it changes. */
export const LayerRow = memo(function LayerRow({
  id,
  running,
  type,
  isHidden,
  level,
  position,
  size,
  isSelected,
  isOpen,
  isTabStop,
  isRenamed,
  onToggle,
  onRenamed,
}: LayerRowProps): ReactNode {
  const store = useDesignerStore();
  const name = running === null ? id : words.running[running];
  return (
    <div
      id={rowId(id)}
      role="treeitem"
      aria-label={name}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-selected={isSelected}
      {...(isOpen === null ? {} : { 'aria-expanded': isOpen })}
      tabIndex={isTabStop ? 0 : -1}
      className={classes.row}
      data-hidden={isHidden || undefined}
      style={{ paddingInlineStart: 6 + Math.min(level - 1, maxIndents) * 12 }}
      draggable={!isRenamed}
    >
      {isOpen === null ? (
        <span className={classes.space} />
      ) : (
        <ActionIcon
          variant="transparent"
          color="gray"
          size={18}
          tabIndex={-1}
          className={classes.toggle}
          data-open={isOpen || undefined}
          aria-label={isOpen ? words.collapse(id) : words.expand(id)}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(id, !isOpen);
          }}
        >
          <IconChevronRight size={14} aria-hidden />
        </ActionIcon>
      )}
      <Glyph type={type} />
      {isRenamed ? (
        <NameField
          label={words.rename(id)}
          name={id}
          onName={(typed) => store.getState().change((design) => renameElement(design, id, typed))}
          onDone={onRenamed}
        />
      ) : (
        <span className={classes.name} dir="auto" title={id}>
          {name}
        </span>
      )}
      <RowButtons id={id} isHidden={isHidden} />
    </div>
  );
});

/** Names of deeper levels keep room. */
const maxIndents = 8;

/** The id of a row in the page. */
export function rowId(id: string): string {
  return `layer-${encodeURIComponent(id)}`;
}

const icons: Readonly<Record<TemplateElement['type'], typeof IconSquare>> = {
  text: IconLetterT,
  image: IconPhoto,
  rect: IconSquare,
  ellipse: IconCircle,
  line: IconLine,
  path: IconVectorBezier,
  qrcode: IconQrcode,
  barcode: IconBarcode,
  chart: IconChartBar,
  table: IconTable,
  group: IconFolder,
};

function Glyph({ type }: { readonly type: TemplateElement['type'] }): ReactNode {
  const Icon = icons[type];
  return <Icon size={15} className={classes.icon} data-kind={kinds[type]} aria-hidden />;
}

/** Kinds have colors; shapes and groups have none. */
const kinds: Readonly<Partial<Record<TemplateElement['type'], 'text' | 'picture' | 'data'>>> = {
  text: 'text',
  image: 'picture',
  qrcode: 'data',
  barcode: 'data',
  chart: 'data',
  table: 'data',
};

/** Buttons that hide and lock; they stay visible while they are in use. */
function RowButtons({ id, isHidden }: { readonly id: string; readonly isHidden: boolean }): ReactNode {
  const store = useDesignerStore();
  const locked = useDesigner(({ settings }) => settings.locked);
  const isLocked = locked.includes(id);
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
            .setMarks({ locked: isLocked ? locked.filter((each) => each !== id) : [...locked, id] })
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
