import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { formatList } from '../../formats.ts';
import { partWords } from '../../words/parts.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { EditedContext } from '../fields/edited.tsx';
import { isMissing, useFamilies } from '../fields/families.ts';
import { usedFonts, type Use } from '../fields/values/places.ts';
import { templateSchema } from '../fields/values/schema.ts';
import { setValue } from '../fields/values/values.ts';
import { changeDocument } from '../model/changes/content.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { presetFont, UsedFont } from './uses-section.tsx';

const words = propertyWords.font;

/** Says which fonts of the template are not there, and offers others for all their texts. */
export function MissingFonts(): ReactNode {
  const missing = useMissing();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {missing.length === 0 ? null : (
        <Alert color="yellow" role="status" p="xs">
          <Group gap="xs" justify="space-between">
            <Text size="sm">
              {words.missing(formatList(missing.map(({ value }) => value)), missing.length)}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
              {words.chooseStandIns}
            </Button>
          </Group>
        </Alert>
      )}
      <Modal opened={isOpen} onClose={close} title={words.missingTitle}>
        <Stack gap="sm">
          <Text size="sm">{missing.length === 0 ? words.noneMissing : words.missingHint}</Text>
          <Choices missing={missing} />
          <Group justify="flex-end">
            <Button onClick={close}>{partWords.close}</Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function useMissing(): readonly Use[] {
  const document = useDesigner(({ design }) => design.document);
  const families = useFamilies();
  const fonts = useMemo(() => usedFonts([document], presetFont), [document]);
  return fonts.filter(({ value }) => isMissing(families, value));
}

function Choices({ missing }: { readonly missing: readonly Use[] }): ReactNode {
  const store = useDesignerStore();
  const document = useDesigner(({ design }) => design.document);
  return (
    <EditedContext
      value={{
        targets: [document],
        schema: [templateSchema],
        unit: document.viewportUnit ?? 'px',
        name: null,
        inherited: null,
        set: setValue,
        change: (recipe, joins) =>
          store
            .getState()
            .change((design) => changeDocument(design, recipe, joins === undefined ? {} : { joins })),
      }}
    >
      {missing.map((font) => (
        <div key={font.value}>
          <Text size="sm" fw={600} dir="auto">
            {font.value}
          </Text>
          <UsedFont font={font} />
        </div>
      ))}
    </EditedContext>
  );
}
