import { ActionIcon, Button, Group, Menu, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UseRovingIndexReturnValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBraces,
  IconCommand,
  IconDownload,
  IconEye,
  IconShare2,
} from '../../generated/icons.ts';
import {
  extensions,
  OUTPUT_FORMATS,
  type OutputFormat,
} from '../../../../../src/common/names/output-formats.ts';
import { read } from '../../api/client.ts';
import { fetchPreview } from '../../parts/previews/fetch-preview.ts';
import { randomId } from '../../api/random-id.ts';
import { notifyDone, notifyError } from '../../parts/notify.tsx';
import { firstFormat } from '../../parts/template/first-format.ts';
import { saveFile } from '../../parts/template/save-file.ts';
import { ShareDialog } from '../../parts/template/share-dialog.tsx';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { SvgText } from '../../parts/template/svg-text-choice.tsx';
import { templatePageWords } from '../../words/template.ts';
import { templateWords } from '../../words/templates.ts';
import type { CommandId, CommandTools } from '../commands/command.ts';
import { findCommand } from '../commands/commands.ts';
import { describeKeys } from '../commands/keys.ts';
import { isMac } from '../commands/platform.ts';
import type { Saving } from '../saving/use-saving.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { shownValues } from '../state/shown-values.ts';
import { BackLink } from './back-link.tsx';
import classes from './bars.module.css';
import { tooltipEvents } from './tooltip-events.ts';

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

interface CommandButtonProps {
  readonly id: CommandId;
  readonly icon: ReactNode;
  readonly tools: CommandTools;
  /** Makes it a part of a toolbar whose buttons the arrow keys reach. */
  readonly roving?: (onClick: () => void) => ReturnType<UseRovingIndexReturnValue['getItemProps']>;
}

/** A button of a command, with its name and keys. */
export function CommandButton({ id, icon, tools, roving }: CommandButtonProps): ReactNode {
  const store = useDesignerStore();
  const command = findCommand(id);
  const canRun = useDesigner(command.canRun);
  const [keys] = command.keys;
  const run = () => (command.canRun(store.getState()) ? command.run(store, tools) : undefined);
  return (
    <Tooltip
      position="bottom"
      events={tooltipEvents}
      label={
        <>
          {command.name}
          {keys === undefined ? null : <span className={classes.keys}>{describeKeys(keys, isMac)}</span>}
        </>
      }
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={command.name}
        aria-disabled={!canRun}
        {...(canRun ? {} : { 'data-disabled': true })}
        {...(roving?.(run) ?? { onClick: run })}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
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
          conflict: words.unsaved,
        }[state.kind];
  return (
    <Text
      span
      size="xs"
      c={state.kind === 'failed' || state.kind === 'conflict' ? 'red' : 'dimmed'}
      role="status"
      data-saving={state.kind}
    >
      {text}
    </Text>
  );
}

const svgTexts = ['outlines', 'text'] as const;

/** Renders the design as it is, and saves the file. */
function DownloadMenu(): ReactNode {
  const store = useDesignerStore();
  const [isBusy, setBusy] = useState(false);
  const download = async (format: OutputFormat, svgText: SvgText = 'outlines') => {
    const state = store.getState();
    const { document } = state.design;
    setBusy(true);
    try {
      const { file } = await fetchPreview(
        { templateId: state.templateId, version: null },
        {
          document,
          values: shownValues(state),
          format,
          ...(format === 'svg' ? { options: { svgText } } : {}),
        },
        randomId(),
        new AbortController().signal,
      );
      notifyDone(templatePageWords.tryIt.saved(saveFile(file, document.name, extensions[format])));
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
  };
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={isBusy}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {OUTPUT_FORMATS.map((format) =>
          format === 'svg' ? (
            svgTexts.map((svgText) => (
              <Menu.Item key={svgText} onClick={() => void download(format, svgText)}>
                {templateWords.svgText.file[svgText]}
              </Menu.Item>
            ))
          ) : (
            <Menu.Item key={format} onClick={() => void download(format)}>
              {templatePageWords.tryIt.formats[format]}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
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
