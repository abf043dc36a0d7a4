import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, read, type Schema } from '../../api/client.ts';
import { hasPasskeys } from '../../api/passkeys.ts';
import { useChange } from '../../api/queries.ts';
import { formatDate, formatNumber } from '../../formats.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { PasskeySetUp } from '../../parts/passkey-set-up.tsx';
import { Status } from '../../parts/status.tsx';
import { passkeyWords as words } from '../../words/passkeys.ts';
import { secondFactorWords } from '../../words/second-factor.ts';
import { RemoveDialog } from './remove-passkey.tsx';

type Passkey = Schema<'Passkey'>;

type Deed = 'add' | 'rename' | 'remove';

/** The account's passkeys: add, rename, remove. */
export function Passkeys(): ReactNode {
  const { data: list, error, refetch } = useQuery(read('/passkeys'));
  const [deed, setDeed] = useState<Deed | null>(null);
  const [passkey, setPasskey] = useState<Passkey | null>(null);
  const begin = (next: Deed, of: Passkey) => {
    setPasskey(of);
    setDeed(next);
  };
  const close = () => setDeed(null);
  if (list === undefined) {
    return error === null ? (
      <LoadingState shape="table" count={1} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  const { data, maxPasskeys, origin } = list;
  return (
    <Stack gap="md">
      {data.length === 0 ? null : (
        <DataTable
          caption={words.caption}
          rows={data}
          rowKey={({ id }) => id}
          columns={[...columns, actions(begin)]}
        />
      )}
      {origin !== window.location.origin ? (
        <Text size="sm">
          {data.length === 0 ? `${words.none} ` : null}
          {origin === null ? (
            words.notPossible
          ) : (
            <>
              {words.elsewhere}{' '}
              <Anchor href={`${origin}/studio/account`} underline="always">
                {origin}
              </Anchor>
              .
            </>
          )}
        </Text>
      ) : !hasPasskeys() ? (
        <Text size="sm">{words.notSupported}</Text>
      ) : data.length >= maxPasskeys ? (
        <Text size="sm">{words.full(formatNumber(maxPasskeys))}</Text>
      ) : (
        <Group gap="md">
          {data.length === 0 ? <Text size="sm">{words.none}</Text> : null}
          <Button variant="default" onClick={() => setDeed('add')}>
            {words.add}
          </Button>
        </Group>
      )}
      <AddDialog isOpen={deed === 'add'} onClose={close} />
      {passkey === null ? null : (
        <>
          <RenameDialog
            key={`rename ${passkey.id}`}
            passkey={passkey}
            isOpen={deed === 'rename'}
            onClose={close}
          />
          <RemoveDialog
            key={`remove ${passkey.id}`}
            passkey={passkey}
            isLastPasskey={data.length === 1}
            isOpen={deed === 'remove'}
            onClose={close}
          />
        </>
      )}
    </Stack>
  );
}

function AddDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const [isShowingCodes, setShowingCodes] = useState(false);
  // The session says that it is there as soon as it is; the dialog still shows the recovery codes.
  const refresh = useChange(() => Promise.resolve(), ['/session', '/sessions', '/passkeys']);
  const close = () => {
    setShowingCodes(false);
    onClose();
    refresh.mutate();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={isShowingCodes ? secondFactorWords.recovery.title : words.adding.title}
      closeOnEscape={!isShowingCodes}
      closeOnClickOutside={false}
      withCloseButton={!isShowingCodes}
    >
      <PasskeySetUp
        onRecoveryCodes={() => setShowingCodes(true)}
        onDone={() => {
          notifyDone(words.adding.done);
          close();
        }}
      />
    </Modal>
  );
}

function RenameDialog({
  passkey,
  isOpen,
  onClose,
}: {
  readonly passkey: Passkey;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(passkey.name);
  const rename = useChange(
    (body: Schema<'PasskeyChange'>) =>
      api.PATCH('/passkeys/{passkeyId}', { params: { path: { passkeyId: passkey.id } }, body }),
    ['/passkeys'],
    { onSuccess: () => notifyDone(words.renaming.done) },
  );
  return (
    <FormDialog
      isOpen={isOpen}
      title={words.renaming.title}
      submit={words.renaming.action}
      onSubmit={() => rename.mutateAsync({ name })}
      onClose={onClose}
    >
      {(errors) => (
        <TextInput
          label={words.name}
          dir="auto"
          required
          withAsterisk={false}
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={errors['name']}
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

const columns: readonly Column<Passkey>[] = [
  {
    key: 'name',
    label: words.columns.name,
    render: ({ name, isUsable }) => (
      <Group gap="xs">
        <span dir="auto">{name}</span>
        {isUsable ? null : <Status tone="attention">{words.notUsable}</Status>}
      </Group>
    ),
  },
  { key: 'added', label: words.columns.added, render: ({ createdAt }) => formatDate(createdAt), width: 130 },
  {
    key: 'lastUsed',
    label: words.columns.lastUsed,
    render: ({ lastUsedAt }) => (lastUsedAt === null ? words.neverUsed : <Moment date={lastUsedAt} />),
    width: 150,
  },
];

function actions(begin: (deed: Deed, passkey: Passkey) => void): Column<Passkey> {
  return {
    key: 'actions',
    label: words.columns.actions,
    isActions: true,
    width: 190,
    render: (passkey) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.renameOf(passkey.name)}
          onClick={() => begin('rename', passkey)}
        >
          {words.rename}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.removeOf(passkey.name)}
          onClick={() => begin('remove', passkey)}
        >
          {words.remove}
        </Button>
      </Group>
    ),
  };
}
