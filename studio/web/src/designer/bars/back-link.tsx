import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconArrowLeft } from '../../generated/icons.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { tooltipEvents } from './tooltip-events.ts';

/** The way back to the page of the template. */
export function BackLink({ templateId }: { readonly templateId: string }): ReactNode {
  return (
    <Tooltip label={words.back} position="bottom" events={tooltipEvents}>
      <ActionIcon
        component={Link}
        to={`/templates/${templateId}`}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={words.back}
      >
        <IconArrowLeft size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
