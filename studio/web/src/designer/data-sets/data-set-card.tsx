import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { IconDots } from '../../generated/icons.ts';
import { describeError, type ApiError } from '../../api/problem.ts';
import { dataSetWords as words } from '../../words/designer/data-sets.ts';
import type { Values } from '../model/values.ts';
import { useDesigner } from '../state/use-designer.ts';
import { CardWarnings } from './card-warnings.tsx';
import { usePicture } from './use-picture.ts';
import classes from './data-sets.module.css';
import { seenDocument } from '../model/known-boxes.ts';

interface DataSetCardProps {
  readonly name: string;
  readonly values: Values;
  /** Whether the canvas shows it. */
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onEdit?: () => void;
  readonly onDuplicate?: () => void;
  readonly onRemove?: () => void;
}

/** A data set: its picture, its name, and what its values cause. A click shows it on the canvas. */
export function DataSetCard(props: DataSetCardProps): ReactNode {
  const { name, values, isShown, onShow, onEdit, onDuplicate, onRemove } = props;
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  const { preview, error } = usePicture(values, { isEnabled: inViewport, isSmall: true });
  const { width, height } = useDesigner(({ design }) => seenDocument(design).viewport);
  return (
    <li ref={ref} className={classes.card} data-shown={isShown || undefined}>
      <UnstyledButton
        className={classes.picture}
        aria-pressed={isShown}
        aria-label={words.show(name)}
        onClick={onShow}
        style={{ aspectRatio: `${Math.min(Math.max(width / height, 0.6), 2.2)}` }}
      >
        {preview === null ? null : <img src={preview.url} alt="" data-stale={error !== null || undefined} />}
      </UnstyledButton>
      <div className={classes.foot}>
        <bdi className={classes.name} title={name}>
          {name}
        </bdi>
        {onEdit === undefined ? null : (
          <Menu position="top-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" c="dimmed" size="xs" aria-label={words.actions(name)}>
                <IconDots size={14} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onEdit}>{words.edit}</Menu.Item>
              <Menu.Item disabled={onDuplicate === undefined} onClick={onDuplicate}>
                {words.duplicate}
              </Menu.Item>
              <Menu.Item color="red" onClick={onRemove}>
                {words.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {error === null ? (
        <CardWarnings name={name} warnings={preview?.warnings ?? null} onShow={onShow} />
      ) : (
        <div className={classes.failure} title={describeFailure(error)}>
          {words.failed}: {describeFailure(error)}
        </div>
      )}
    </li>
  );
}

/** The first refused value, in the service's words. */
function describeFailure(error: ApiError): string {
  return error.fields[0]?.detail ?? describeError(error).title;
}
