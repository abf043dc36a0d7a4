import type { ReactNode } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { formatCount } from '../../formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { memberWords } from '../../words/members.ts';
import classes from './members.module.css';

const words = memberWords.removing;

interface RemoveDialogProps {
  readonly member: Schema<'Member'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Removes a member. Says what goes where. */
export function RemoveDialog({ member, isOpen, onClose }: RemoveDialogProps): ReactNode {
  const { id, name, status, keyCount } = member;
  const remove = useChange(
    () => api.DELETE('/members/{memberId}', { params: { path: { memberId: id } } }),
    ['/members', '/keys', '/activity', '/projects', '/templates'],
    { onSuccess: () => notifyDone(words.done(name)) },
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.title(name)}
      confirm={words.action}
      isDangerous
      onConfirm={() => remove.mutateAsync()}
      onClose={onClose}
    >
      {status === 'INVITED' ? (
        words.invited
      ) : (
        <>
          <dl className={classes.consequences}>
            <dt>{words.goes}</dt>
            <dd>{words.goesDetail}</dd>
            <dt>{words.deleted}</dt>
            <dd>{words.deletedDetail}</dd>
            <dt>{words.stops}</dt>
            <dd>{words.stopsDetail(formatCount(keyCount, ...memberWords.keys))}</dd>
          </dl>
          {words.warning}
        </>
      )}
    </ConfirmDialog>
  );
}
