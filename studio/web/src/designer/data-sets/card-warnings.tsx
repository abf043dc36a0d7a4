import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconAlertTriangle } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { dataSetWords as words } from '../../words/designer/data-sets.ts';
import { previewWords } from '../../words/previews.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import classes from './data-sets.module.css';

interface CardWarningsProps {
  /** Of the data set. */
  readonly name: string;
  /** Null until there is a picture. */
  readonly warnings: readonly Schema<'RenderWarning'>[] | null;
  readonly onShow: () => void;
}

/** How many warnings a data set has; lists them, each selects its element. */
export function CardWarnings({ name, warnings, onShow }: CardWarningsProps): ReactNode {
  const store = useDesignerStore();
  const [isOpen, setOpen] = useState(false);
  if (warnings === null) return <div className={classes.state}>&nbsp;</div>;
  if (warnings.length === 0) return <div className={classes.state}>{words.fine}</div>;
  const count = words.warnings(warnings.length);
  const choose = (id: string) => {
    onShow();
    store.getState().select([id]);
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" shadow="md" width={320} trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.count}
          aria-label={words.warningsOf(name, count)}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAlertTriangle size={12} aria-hidden />
          {count}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.warnings} aria-label={words.warningsOf(name, count)}>
        <ul>
          {warnings.map(({ code, elementId, detail }, index) => (
            <li key={`${code} ${elementId} ${index}`}>
              <UnstyledButton className={classes.warning} onClick={() => choose(elementId)}>
                <strong>
                  <VisuallyHidden>{words.select}</VisuallyHidden> <bdi>{elementId}</bdi>:{' '}
                  {previewWords.warningTitles[code] ?? code}
                </strong>
                <span dir="auto">{detail}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
