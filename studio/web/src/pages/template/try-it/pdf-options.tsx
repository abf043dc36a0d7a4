import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  Input,
  PasswordInput,
  Select,
  Stack,
  Text,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { IconTrash } from '../../../generated/icons.ts';
import type { Schema } from '../../../api/client.ts';
import type { PdfStandard } from '../../../parts/template/pdf-standards.ts';
import { StandardChoice } from '../../../parts/template/standard-choice.tsx';
import type { FileOptions } from '../../../parts/template/tried-values.ts';
import { templatePageWords } from '../../../words/template.ts';

type Attachment = Schema<'PdfAttachments'>[number];

const words = templatePageWords.tryIt;

const profiles = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'] as const;
const relationships = ['Data', 'Source', 'Alternative', 'Supplement', 'Unspecified'] as const;

interface PdfOptionsProps {
  readonly standard: PdfStandard | undefined;
  readonly onStandard: (standard: PdfStandard | undefined) => void;
  readonly ofFile: FileOptions;
  readonly onChange: (ofFile: FileOptions) => void;
}

/** What only a PDF has: a password, files inside, the profile of an invoice, and a standard. */
export function PdfOptions({ standard, onStandard, ofFile, onChange }: PdfOptionsProps): ReactNode {
  const { attachments, facturx, password } = ofFile;
  const setAttachments = (next: Attachment[]) => onChange({ ...ofFile, attachments: next });
  const add = async (files: File[]) => {
    setAttachments([...attachments, ...(await Promise.all(files.map(readAttachment)))]);
  };
  return (
    <>
      <PasswordInput
        label={words.password}
        description={words.passwordHint}
        value={password}
        onChange={({ currentTarget }) => onChange({ ...ofFile, password: currentTarget.value })}
        maxLength={127}
        // It is not the account's: browsers would fill that in, or offer to keep this one.
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
      />
      <Input.Wrapper label={words.attachments} description={words.attachmentsHint} labelElement="div">
        <Stack gap="xs" mt={6}>
          {attachments.map((attachment, index) => (
            <Group key={attachment.name} gap="xs" wrap="nowrap">
              <Text size="sm" truncate flex={1} title={attachment.name}>
                {attachment.name}
              </Text>
              <Select
                aria-label={words.relationship(attachment.name)}
                w={120}
                data={relationships}
                value={attachment.relationship}
                onChange={(value) =>
                  setAttachments(
                    attachments.with(index, { ...attachment, relationship: value ?? 'Unspecified' }),
                  )
                }
                allowDeselect={false}
                comboboxProps={{ withinPortal: false }}
              />
              <ActionIcon
                variant="subtle"
                aria-label={words.removeAttachment(attachment.name)}
                onClick={() => setAttachments(attachments.toSpliced(index, 1))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <FileButton multiple onChange={(files) => void add(files)}>
            {(props) => (
              <Button {...props} variant="default" size="xs">
                {words.attach}
              </Button>
            )}
          </FileButton>
        </Stack>
      </Input.Wrapper>
      <Select
        label={words.facturx}
        description={words.facturxHint}
        data={[{ value: '', label: words.noFacturx }, ...profiles]}
        value={facturx ?? ''}
        onChange={(value) =>
          onChange({ ...ofFile, facturx: profiles.find((profile) => profile === value) ?? null })
        }
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <StandardChoice value={standard} onChange={onStandard} />
    </>
  );
}

/** The XML of an invoice stands for the pages; of other files nobody knows. */
async function readAttachment(file: File): Promise<Attachment> {
  const isInvoice = file.name === 'factur-x.xml' || file.name === 'xrechnung.xml';
  return {
    name: file.name,
    mediaType: file.type === '' ? 'application/octet-stream' : file.type,
    relationship: isInvoice ? 'Alternative' : 'Unspecified',
    content: await readBase64(file),
  };
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `data:` and a media type come before the comma; nothing comes after it for an empty file.
    reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')));
    reader.readAsDataURL(file);
  });
}
