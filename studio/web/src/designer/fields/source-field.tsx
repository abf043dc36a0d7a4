import { ActionIcon, Loader, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { read } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { IconFolderOpen, IconUpload } from '../../generated/icons.ts';
import { UploadList } from '../../pages/template/files/upload-list.tsx';
import { pictureInput } from '../../parts/template/check-picture.ts';
import { findFileKind, type FileKind } from '../../parts/template/upload-file.ts';
import { useUploads } from '../../pages/template/files/uploads.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { useDesigner } from '../state/use-designer.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import classes from './fields.module.css';
import { BindButton } from './bind-button.tsx';
import { FieldLabel } from './field-label.tsx';
import { CheckedText, textFault } from './text-field.tsx';

const words = propertyWords.source;

interface SourceFieldProps {
  readonly control: Control;
  /** Whether it is the file of a font. Those do not come from variables. */
  readonly isFont?: boolean;
}

/** A file: one of the template, one to upload, an address, or a variable's. */
export function SourceField({ control: { path }, isFont = false }: SourceFieldProps): ReactNode {
  const key = useKey(path);
  return (
    <div>
      <FieldLabel
        text={key.label}
        action={
          <span className={classes.actions}>
            <FileMenu name={key.name} kind={isFont ? 'font' : 'image'} onChoose={(file) => key.set(file)} />
            {isFont ? null : <BindButton path={path} />}
          </span>
        }
      />
      <CheckedText
        name={key.name}
        place={key.place}
        value={typeof key.value === 'string' ? key.value : ''}
        placeholder={key.isMixed ? propertyWords.mixed : words.hint}
        check={(text) => textFault(text, path, key.rule)}
        onApply={(text) => key.set(text === '' && !key.rule.isRequired ? undefined : text)}
      />
    </div>
  );
}

interface FileMenuProps {
  readonly name: string;
  readonly kind: FileKind;
  readonly onChoose: (path: string) => void;
}

/** The files of the template that fit, and the way to upload another one. */
export function FileMenu({ name, kind, onChoose }: FileMenuProps): ReactNode {
  const templateId = useDesigner((state) => state.templateId);
  const { maxFileBytes } = useSession().limits;
  const { data } = useQuery(read('/templates/{templateId}/files', { params: { path: { templateId } } }));
  const uploads = useUploads(templateId, maxFileBytes, onChoose);
  const input = useRef<HTMLInputElement>(null);
  const files = (data?.data ?? []).filter(({ path }) => findFileKind(path) === kind);
  const isSending = uploads.list.some(({ state }) => state !== 'failed');
  return (
    <>
      <input
        type="file"
        hidden
        ref={input}
        accept={accepted[kind]}
        aria-label={words.upload}
        onChange={({ currentTarget }) => {
          uploads.add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Menu position="bottom-end" width={240} withinPortal>
        <Menu.Target>
          <ActionIcon
            size={20}
            variant="subtle"
            color="gray"
            c="dimmed"
            aria-label={`${words.choose}: ${name}`}
          >
            {isSending ? <Loader size={14} aria-hidden /> : <IconFolderOpen size={14} aria-hidden />}
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah={320} className={classes.menu ?? ''}>
          <Menu.Item
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {words.upload}
          </Menu.Item>
          <Menu.Label>{words.files}</Menu.Label>
          {files.map(({ path }) => (
            <Menu.Item key={path} onClick={() => onChoose(path)}>
              <span dir="auto">{path}</span>
            </Menu.Item>
          ))}
          {files.length === 0 ? (
            <Text size="xs" c="dimmed" px="sm" py={6}>
              {words.none}
            </Text>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {uploads.list.some(({ state }) => state === 'failed') ? <UploadList uploads={uploads} /> : null}
    </>
  );
}

const accepted: Readonly<Record<FileKind, string>> = {
  font: '.ttf,.otf,.woff,.woff2',
  image: pictureInput,
  pdf: '.pdf',
  profile: '.icc,.icm',
};
