import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { batchWords } from '../../../words/batch.ts';
import type { LeftOut } from '../rows/left-out.ts';

const words = batchWords.leftOut;

/** Characters of a default that are shown. */
const maxShown = 60;

interface LeftOutDialogProps {
  /** None: the dialog is closed. */
  readonly found: readonly LeftOut[];
  readonly rowCount: number;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before rows are submitted whose pictures show defaults of the template. */
export function LeftOutDialog({ found, rowCount, onConfirm, onClose }: LeftOutDialogProps): ReactNode {
  return (
    <ConfirmDialog
      isOpen={found.length > 0}
      title={words.title}
      confirm={words.confirm(rowCount)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {words.detail}
      <List size="sm" my="xs">
        {found.map(({ variable, rowCount: count }) => (
          <List.Item key={variable.name} dir="auto">
            {words.variable(variable.label, count, shorten(variable))}
          </List.Item>
        ))}
      </List>
      {words.advice}
    </ConfirmDialog>
  );
}

function shorten({ type, defaultValue = '' }: LeftOut['variable']): string | null {
  if (type === 'list' || type === 'image') return null;
  return defaultValue.length > maxShown ? `${defaultValue.slice(0, maxShown)}…` : defaultValue;
}
