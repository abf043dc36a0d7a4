import { Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { SharedLink } from '../links/shared-link.tsx';
import { ShareRefused } from '../links/share-refused.tsx';
import { templatePageWords } from '../../words/template.ts';

const words = templatePageWords.share;

interface ShareDialogProps {
  readonly template: Schema<'Template'>;
  readonly body: Schema<'NewShare'>;
  /** Whether the page shows the draft, which links do not. */
  readonly isDraftShown: boolean;
  readonly onClose: () => void;
}

/** Creates a link as it opens, then shows it. */
export function ShareDialog({ template, body, isDraftShown, onClose }: ShareDialogProps): ReactNode {
  const params = { path: { templateId: template.id } };
  const create = useChange(
    () => data(api.POST('/templates/{templateId}/shares', { params, body })),
    ['/shares', '/usage'],
  );
  const hasBegun = useRef(false);
  useEffect(() => {
    // Once, also where React runs effects twice: a link costs a render.
    if (hasBegun.current) return;
    hasBegun.current = true;
    create.mutate();
  }, []);
  const share = create.data;
  return (
    <Modal opened onClose={onClose} title={words.title} size="lg">
      <Stack gap="md" mih={120}>
        {share === undefined ? (
          create.error === null ? (
            <Group gap="sm" role="status">
              <Loader size="sm" aria-hidden />
              <Text size="sm">{words.creating}</Text>
            </Group>
          ) : (
            <ShareRefused error={create.error} onRetry={() => create.mutate()} />
          )
        ) : (
          <SharedLink share={share} onClose={onClose}>
            {isDraftShown && template.version !== null ? (
              <Text size="sm" c="dimmed">
                {words.draftNotice(template.version)}
              </Text>
            ) : null}
          </SharedLink>
        )}
      </Stack>
    </Modal>
  );
}
