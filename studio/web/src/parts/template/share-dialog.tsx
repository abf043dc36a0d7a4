import { Modal, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { DialogButtons } from '../dialog-buttons.tsx';
import { useState, type ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { LifetimeSelect } from '../links/lifetime-select.tsx';
import { SharedLink } from '../links/shared-link.tsx';
import { NoLinksOnPlan, ShareRefused } from '../links/share-refused.tsx';
import { templatePageWords } from '../../words/template.ts';
import { outputOptions, plainFile, withFileOptions, type FileOptions, type Tried } from './tried-values.ts';

const words = templatePageWords.share;
const { format: formatLabel, formats } = templatePageWords.tryIt;

interface ShareDialogProps {
  readonly template: Schema<'Template'>;
  readonly values: NonNullable<Schema<'NewShare'>['values']>;
  /** The format that the dialog begins with, and the options. */
  readonly output: Pick<Tried, 'format' | 'options'>;
  /** Of a PDF. Default: its pages only. */
  readonly ofFile?: FileOptions;
  /** Whether the page shows the draft, which links do not. */
  readonly isDraftShown: boolean;
  readonly onClose: () => void;
}

/** Asks for the format of the file and the end of the link, makes the link, and shows it. */
export function ShareDialog(props: ShareDialogProps): ReactNode {
  const { template, values, output, ofFile = plainFile, isDraftShown, onClose } = props;
  const { hasShareLinks } = useSession().limits;
  const [format, setFormat] = useState(output.format);
  const [days, setDays] = useState<number | null>(null);
  const params = { path: { templateId: template.id } };
  const options = outputOptions({ format, options: output.options });
  const create = useChange(
    () =>
      data(
        api.POST('/templates/{templateId}/shares', {
          params,
          body: {
            values,
            format,
            options,
            ...withFileOptions(format, ofFile),
            ...(days === null ? {} : { expiresInDays: days }),
          },
        }),
      ),
    ['/shares', '/usage'],
  );
  const draftNotice =
    isDraftShown && template.version !== null ? (
      <Text size="sm" c="dimmed">
        {words.draftNotice(template.version)}
      </Text>
    ) : null;
  return (
    <Modal opened onClose={onClose} title={words.title} size="lg">
      <Stack gap="md">
        {create.data !== undefined ? (
          <SharedLink share={create.data} onClose={onClose}>
            {draftNotice}
          </SharedLink>
        ) : hasShareLinks ? (
          <>
            <Text size="sm">{words.what}</Text>
            {draftNotice}
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NativeSelect
                label={formatLabel}
                value={format}
                onChange={({ currentTarget }) => setFormat(currentTarget.value as Tried['format'])}
                data={Object.entries(formats).map(([value, label]) => ({ value, label }))}
                data-autofocus
              />
              <LifetimeSelect days={days} onChange={setDays} />
            </SimpleGrid>
            {format === 'pdf' && ofFile.password !== '' ? <Text size="sm">{words.locked}</Text> : null}
            {create.error === null ? null : <ShareRefused error={create.error} />}
            <DialogButtons
              submit={words.create}
              isBusy={create.isPending}
              onSubmit={() => create.mutate()}
              onCancel={onClose}
            />
          </>
        ) : (
          <NoLinksOnPlan />
        )}
      </Stack>
    </Modal>
  );
}
