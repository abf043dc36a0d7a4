import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { ApiError } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { formatCount } from '../../formats.ts';
import { CodeField } from '../../parts/code-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { SecondFactorSetUp } from '../../parts/second-factor-set-up.tsx';
import { accountWords } from '../../words/account.ts';
import { secondFactorWords as words } from '../../words/second-factor.ts';

/** Below this number, the page says how to get new recovery codes. */
const fewCodes = 3;

/** Turns the second factor on and off. */
export function SecondFactor(): ReactNode {
  const { account } = useSession();
  const [dialog, setDialog] = useState<'on' | 'off' | null>(null);
  const [isShowingCodes, setShowingCodes] = useState(false);
  // The session says that it is on as soon as it is; the dialog still shows the recovery codes.
  const refresh = useChange(() => Promise.resolve(), ['/session', '/sessions']);
  const close = () => {
    setDialog(null);
    setShowingCodes(false);
    refresh.mutate();
  };
  const { hasSecondFactor, recoveryCodesLeft } = account;
  const codesLeft = formatCount(recoveryCodesLeft, ...words.recoveryCodes);
  return (
    <>
      <Group gap="md">
        <Text size="sm">
          {hasSecondFactor ? words.on(codesLeft) : words.off}{' '}
          {hasSecondFactor && recoveryCodesLeft < fewCodes ? words.fewCodes : null}
        </Text>
        <Button variant="default" onClick={() => setDialog(hasSecondFactor ? 'off' : 'on')}>
          {hasSecondFactor ? words.turnOff : words.turnOn}
        </Button>
      </Group>
      <Modal
        opened={dialog === 'on'}
        onClose={close}
        title={isShowingCodes ? words.recovery.title : words.settingUp.title}
        closeOnEscape={!isShowingCodes}
        closeOnClickOutside={false}
        withCloseButton={!isShowingCodes}
      >
        <SecondFactorSetUp onRecoveryCodes={() => setShowingCodes(true)} onDone={close} />
      </Modal>
      <TurnOffDialog isOpen={dialog === 'off'} needsPassword={account.hasPassword} onClose={close} />
    </>
  );
}

function TurnOffDialog({
  isOpen,
  needsPassword,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly needsPassword: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const [currentPassword, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useChange(
    (body: Schema<'SecondFactorRemoval'>) => api.POST('/second-factor/removal', { body }),
    ['/session'],
    { onSuccess: () => notifyDone(words.removing.done) },
  );
  const errorCode = remove.error instanceof ApiError ? remove.error.code : '';
  return (
    <FormDialog
      isOpen={isOpen}
      title={words.removing.title}
      submit={words.removing.action}
      onSubmit={async () => {
        await remove.mutateAsync({ code, ...(needsPassword ? { currentPassword } : {}) });
        setPassword('');
        setCode('');
      }}
      onClose={onClose}
    >
      {() => (
        <>
          {needsPassword ? (
            <PasswordInput
              label={words.password}
              autoComplete="current-password"
              required
              withAsterisk={false}
              maxLength={200}
              value={currentPassword}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
              error={errorCode === 'PASSWORD_WRONG' ? accountWords.password.wrong : null}
              data-autofocus
            />
          ) : null}
          <CodeField
            takesRecoveryCodes
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
