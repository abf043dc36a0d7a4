import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, read, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { formatCount } from '../../formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { memberWords } from '../../words/members.ts';
import classes from './members.module.css';

const words = memberWords.removing;

interface RemoveDialogProps {
  readonly member: Schema<'Member'>;
  /** All members of the workspace. */
  readonly members: readonly Schema<'Member'>[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Removes a member. Lists what goes where, and asks who gets what others use. */
export function RemoveDialog({ member, members, isOpen, onClose }: RemoveDialogProps): ReactNode {
  const { id, name, status } = member;
  const { account } = useSession();
  const [heirId, setHeirId] = useState<string>(account.id);
  const remove = useChange(
    () => api.DELETE('/members/{memberId}', { params: { path: { memberId: id }, query: { heirId } } }),
    ['/members', '/removed-members', '/keys', '/activity', '/projects', '/templates'],
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
        <Consequences
          member={member}
          heirs={members.filter((other) => other.id !== id && other.status === 'ACTIVE')}
          heirId={heirId}
          onHeir={setHeirId}
        />
      )}
    </ConfirmDialog>
  );
}

interface ConsequencesProps {
  readonly member: Schema<'Member'>;
  readonly heirs: readonly Schema<'Member'>[];
  readonly heirId: string;
  readonly onHeir: (heirId: string) => void;
}

function Consequences({ member: { id, keyCount }, heirs, heirId, onHeir }: ConsequencesProps): ReactNode {
  const path = { memberId: id };
  const { data, error, refetch } = useQuery(read('/members/{memberId}/belongings', { params: { path } }));
  if (data === undefined)
    return error === null ? (
      <LoadingState shape="lines" count={4} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  return (
    <Stack gap="sm">
      <dl className={classes.consequences}>
        <dt>{words.goes}</dt>
        <dd>
          {data.shared.length === 0 ? null : words.goesDetail}
          <Belongings things={data.shared} nothing={words.nothingShared} />
          {data.shared.length === 0 || heirs.length < 2 ? null : (
            <Select
              mt="xs"
              label={words.heir}
              data={heirs.map((heir) => ({
                value: heir.id,
                label: heir.isYou ? `${heir.name} (${memberWords.you})` : heir.name,
              }))}
              value={heirId}
              allowDeselect={false}
              onChange={(value) => value !== null && onHeir(value)}
            />
          )}
        </dd>
        <dt>{words.deleted}</dt>
        <dd>
          <Belongings things={data.private} nothing={words.nothingPrivate} />
          {words.deletedDetail}
        </dd>
        <dt>{words.stops}</dt>
        <dd>{words.stopsDetail(formatCount(keyCount, ...memberWords.keys))}</dd>
      </dl>
    </Stack>
  );
}

/** Names of things, in a list that scrolls when it is long. */
function Belongings({
  things,
  nothing,
}: {
  readonly things: readonly Schema<'Belonging'>[];
  readonly nothing: string;
}): ReactNode {
  if (things.length === 0) return <p className={classes.nothing}>{nothing}</p>;
  return (
    <ul className={classes.belongings} tabIndex={0} aria-label={formatCount(things.length, ...words.things)}>
      {things.map(({ kind, id, name }) => (
        <li key={id}>
          {words.kinds[kind]} “<bdi>{name}</bdi>”
        </li>
      ))}
    </ul>
  );
}
