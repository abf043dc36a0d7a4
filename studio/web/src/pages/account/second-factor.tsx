import { Button, Group, Modal, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { formatCount } from '../../formats.ts';
import { notifyDone } from '../../parts/notify.tsx';
import { ProofDialog } from '../../parts/proof-dialog.tsx';
import { SecondFactorSetUp } from '../../parts/second-factor-set-up.tsx';
import { secondFactorWords as words } from '../../words/second-factor.ts';

/** Below this number, the page says how to get new recovery codes. */
const fewCodes = 3;

/** Whether the second factor is on, and codes of an app, to turn on and off. */
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
  const remove = useChange(
    (body: Schema<'OwnerProof'>) => api.POST('/second-factor/removal', { body }),
    ['/session'],
    { onSuccess: () => notifyDone(words.removing.done) },
  );
  const { hasSecondFactor, secondFactors, recoveryCodesLeft } = account;
  const hasApp = secondFactors.includes('APP');
  const codesLeft = formatCount(recoveryCodesLeft, ...words.recoveryCodes);
  return (
    <>
      <Group gap="md">
        <Text size="sm">
          {hasSecondFactor ? words.on(codesLeft) : words.off}{' '}
          {hasSecondFactor && recoveryCodesLeft < fewCodes ? words.fewCodes : null}{' '}
          {hasSecondFactor && !hasApp ? words.withoutApp : null}
        </Text>
        <Button variant="default" onClick={() => setDialog(hasApp ? 'off' : 'on')}>
          {hasApp ? words.turnOff : hasSecondFactor ? words.addApp : words.turnOn}
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
      <ProofDialog
        isOpen={dialog === 'off'}
        title={words.removing.title}
        submit={words.removing.action}
        onSubmit={(proof) => remove.mutateAsync(proof)}
        onClose={close}
      >
        {secondFactors.includes('PASSKEY') ? <Text size="sm">{words.removing.passkeysStay}</Text> : null}
      </ProofDialog>
    </>
  );
}
