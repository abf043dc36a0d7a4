import { Anchor, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { publishWords as words } from '../../words/designer/publish.ts';

/** Where people go on after a version is published: paths below the app. */
const steps = [
  { name: words.nextSteps.list, path: (id: string) => `/templates/${id}/batch` },
  { name: words.nextSteps.link, path: (id: string) => `/templates/${id}/links` },
  { name: words.nextSteps.api, path: (id: string) => `/templates/${id}/use` },
] as const;

/** Says that a version is published, and what can be done with it now. */
export function notifyPublished(version: number, templateId: string, go: (path: string) => void): void {
  const id = `published ${templateId}`;
  notifications.hide(id);
  notifications.show({
    id,
    message: (
      <NextSteps
        version={version}
        templateId={templateId}
        go={(path) => {
          notifications.hide(id);
          go(path);
        }}
      />
    ),
    // Long enough to be read and chosen.
    autoClose: 20_000,
  });
}

interface NextStepsProps {
  readonly version: number;
  readonly templateId: string;
  readonly go: (path: string) => void;
}

function NextSteps({ version, templateId, go }: NextStepsProps): ReactNode {
  return (
    <>
      <Text size="sm">{words.done(version)}</Text>
      <Group gap="md" mt={4}>
        {steps.map(({ name, path }) => (
          <Anchor key={name} component="button" type="button" size="sm" onClick={() => go(path(templateId))}>
            {name}
          </Anchor>
        ))}
      </Group>
    </>
  );
}
