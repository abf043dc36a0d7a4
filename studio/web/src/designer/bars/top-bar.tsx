import { Button, Group, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBraces,
  IconCommand,
  IconEye,
  IconShare2,
} from '../../generated/icons.ts';
import { read } from '../../api/client.ts';
import { firstFormat } from '../../parts/template/first-format.ts';
import { ShareDialog } from '../../parts/template/share-dialog.tsx';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { CommandTools } from '../commands/command.ts';
import { findCommand } from '../commands/commands.ts';
import type { Saving } from '../saving/use-saving.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { shownValues } from '../state/shown-values.ts';
import { BackLink } from './back-link.tsx';
import classes from './bars.module.css';
import { CommandButton } from './command-button.tsx';
import { DownloadMenu } from './download-menu.tsx';

interface TopBarProps {
  readonly canEdit: boolean;
  readonly tools: CommandTools;
  readonly saving: Saving;
  readonly isJsonOpen: boolean;
  readonly onJson: () => void;
  readonly onPublish: () => void;
}

/** The name of the template, undo, and what is done with the design as a whole. */
export function TopBar({ canEdit, tools, saving, isJsonOpen, onJson, onPublish }: TopBarProps): ReactNode {
  const templateId = useDesigner((state) => state.templateId);
  const name = useDesigner(({ design }) => design.document.name);
  const isPreview = useDesigner((state) => state.isPreview);
  return (
    <div className={classes.top} data-panel>
      <BackLink templateId={templateId} />
      <div className={classes.title}>
        <h1 dir="auto">{name}</h1>
        <SaveText saving={saving} />
      </div>
      <Group gap={4} wrap="nowrap" role="group" aria-label={words.actions}>
        {canEdit ? (
          <>
            <CommandButton id="undo" icon={<IconArrowBackUp size={18} aria-hidden />} tools={tools} />
            <CommandButton id="redo" icon={<IconArrowForwardUp size={18} aria-hidden />} tools={tools} />
            <span className={classes.gap} />
            <CommandButton id="palette" icon={<IconCommand size={18} aria-hidden />} tools={tools} />
            <Button
              variant={isJsonOpen ? 'light' : 'subtle'}
              color={isJsonOpen ? 'ink' : 'gray'}
              size="xs"
              leftSection={<IconBraces size={16} aria-hidden />}
              aria-pressed={isJsonOpen}
              onClick={onJson}
            >
              {words.json}
            </Button>
            <PreviewButton isOn={isPreview} tools={tools} />
          </>
        ) : null}
        <DownloadMenu />
        <ShareButton saving={saving} />
        {canEdit ? (
          <Button size="xs" onClick={onPublish}>
            {words.publish}
          </Button>
        ) : null}
      </Group>
    </div>
  );
}

function PreviewButton({ isOn, tools }: { readonly isOn: boolean; readonly tools: CommandTools }): ReactNode {
  const store = useDesignerStore();
  return (
    <Button
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? 'ink' : 'gray'}
      size="xs"
      leftSection={<IconEye size={16} aria-hidden />}
      aria-pressed={isOn}
      onClick={() => findCommand('preview').run(store, tools)}
    >
      {words.commands.preview}
    </Button>
  );
}

function SaveText({ saving }: { readonly saving: Saving }): ReactNode {
  const { state } = saving;
  const text =
    state.kind === 'failed' && state.error.isOutage
      ? words.offline
      : {
          saved: words.saved,
          waiting: words.saving,
          saving: words.saving,
          failed: words.unsaved,
        }[state.kind];
  return (
    <Text
      span
      size="xs"
      c={state.kind === 'failed' ? 'red' : 'dimmed'}
      role="status"
      data-saving={state.kind}
    >
      {text}
    </Text>
  );
}

function ShareButton({ saving }: { readonly saving: Saving }): ReactNode {
  const templateId = useDesigner((state) => state.templateId);
  const values = useDesigner(shownValues);
  const { data: template } = useQuery(read('/templates/{templateId}', { params: { path: { templateId } } }));
  const [isOpen, setOpen] = useState(false);
  const isPublished = template !== undefined && template.version !== null;
  const button = (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      leftSection={<IconShare2 size={16} aria-hidden />}
      aria-disabled={!isPublished}
      {...(isPublished ? {} : { 'data-disabled': true })}
      onClick={() => (isPublished ? setOpen(true) : undefined)}
    >
      {words.share}
    </Button>
  );
  return (
    <>
      {isPublished ? (
        button
      ) : (
        <Tooltip label={words.shareNotPublished} position="bottom">
          {button}
        </Tooltip>
      )}
      {isOpen && template !== undefined ? (
        <ShareDialog
          template={template}
          values={values}
          output={{ format: firstFormat(template), options: {} }}
          isDraftShown={template.draft !== null || saving.state.kind !== 'saved'}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
