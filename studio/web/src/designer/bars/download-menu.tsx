import { Button, Menu } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconDownload } from '../../generated/icons.ts';
import {
  extensions,
  OUTPUT_FORMATS,
  type OutputFormat,
} from '../../../../../src/common/names/output-formats.ts';
import { fetchPreview } from '../../parts/previews/fetch-preview.ts';
import { randomId } from '../../api/random-id.ts';
import { notifyDone, notifyError } from '../../parts/notify.tsx';
import { saveFile } from '../../parts/template/save-file.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { SvgText } from '../../parts/template/svg-text-choice.tsx';
import { templatePageWords } from '../../words/template.ts';
import { templateWords } from '../../words/templates.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import { shownValues } from '../state/shown-values.ts';

/** Renders the design as it is, and saves the file. */
export function DownloadMenu(): ReactNode {
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

const svgTexts = ['outlines', 'text'] as const;
