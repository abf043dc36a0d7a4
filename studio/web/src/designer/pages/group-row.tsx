import { Menu, UnstyledButton } from '@mantine/core';
import type { DragEvent, ReactNode } from 'react';
import { IconStack2 } from '../../generated/icons.ts';
import { pageWords as words } from '../../words/designer/pages.ts';
import { renameGroup } from '../model/changes/page-groups.ts';
import { nameOfPage } from '../model/place-pages.ts';
import type { PageGroup } from '../model/template.ts';
import { NameField } from '../name-field.tsx';
import { useDesignerStore } from '../state/use-designer.ts';
import { MoveItems, RowMenu } from './row-menu.tsx';
import classes from './pages.module.css';

export type GroupAction = 'open' | 'rename' | 'earlier' | 'later' | 'dissolve' | 'remove';

interface GroupRowProps {
  readonly group: PageGroup;
  readonly count: number;
  /** Whether something is before it, and behind it. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isRenamed: boolean;
  readonly onAct: (action: GroupAction, id: string) => void;
  readonly onRenamed: () => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** A group of the list of pages: its name, and what can be done with it. Its pages stand below it. */
export function GroupRow(props: GroupRowProps): ReactNode {
  const { group, count, isFirst, isLast, isRenamed, onAct, onRenamed, onDrop } = props;
  const store = useDesignerStore();
  const { id } = group;
  const name = nameOfPage(group);
  const isRepeated = group.repeat !== undefined;
  return (
    <div className={classes.row} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      {isRenamed ? (
        <NameField
          label={words.nameOf(name)}
          name={name}
          onName={(typed) => store.getState().change((design) => renameGroup(design, id, typed))}
          onDone={onRenamed}
        />
      ) : (
        <UnstyledButton
          className={classes.button}
          data-group-row={id}
          aria-label={words.group(name, isRepeated, count)}
          onClick={() => onAct('open', id)}
          onDoubleClick={() => onAct('rename', id)}
        >
          <IconStack2 size={16} aria-hidden />
          <span className={classes.name} dir="auto" title={name}>
            {name}
          </span>{' '}
          {isRepeated ? <span className={classes.repeated}>{words.repeated}</span> : null}
        </UnstyledButton>
      )}
      <RowMenu name={name}>
        <Menu.Item onClick={() => onAct('rename', id)}>{words.rename}</Menu.Item>
        <MoveItems canMove={[!isFirst, !isLast]} onMove={(action) => onAct(action, id)} />
        <Menu.Item onClick={() => onAct('dissolve', id)}>{words.dissolve}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" disabled={isFirst && isLast} onClick={() => onAct('remove', id)}>
          {words.removeGroup}
        </Menu.Item>
      </RowMenu>
    </div>
  );
}
