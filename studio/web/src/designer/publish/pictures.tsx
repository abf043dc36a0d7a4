import { idInWork, openPages, showPage } from '../model/pages.ts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { PreviewPicture } from '../../parts/previews/preview-picture.tsx';
import { usePreview, type PreviewState } from '../../parts/previews/use-preview.ts';
import type { TemplateVariable } from '../model/template.ts';
import { choosePage, usePicture } from '../data-sets/use-picture.ts';
import { completeForDesign } from '../model/example-values.ts';
import { useDesigner } from '../state/use-designer.ts';
import { shownExample, shownSet } from '../state/shown-values.ts';
import { publishWords as words } from '../../words/designer/publish.ts';
import { seenDocument } from '../model/known-boxes.ts';

/** The design as it is now, with the values that the canvas shows. */
export function DraftPicture({ name }: { readonly name: string }): ReactNode {
  const values = useDesigner(shownSet);
  const page = useDesigner(({ design }) => seenDocument(design).viewport);
  return <Picture name={name} state={usePicture(values)} page={page} />;
}

/** A published version with the same values, as far as it knows them. */
export function VersionPicture({
  name,
  version: { number, document, variables },
}: {
  readonly name: string;
  readonly version: Schema<'VersionDocument'>;
}): ReactNode {
  const templateId = useDesigner((state) => state.templateId);
  const values = useDesigner(shownSet);
  const example = useDesigner(shownExample);
  const declared = variables as readonly unknown[] as readonly TemplateVariable[];
  const inWork = useDesigner(({ design }) => idInWork(design.document));
  // The same page, if the version has it; else its first.
  const opened = openPages(document);
  const published = showPage(opened, Math.max(0, opened.pages?.findIndex(({ id }) => id === inWork) ?? 0));
  const body = { values: { ...completeForDesign(values, declared, example) }, ...choosePage(published) };
  const page = 'viewport' in document ? seenDocument({ document: published }).viewport : null;
  return <Picture name={name} state={usePreview({ templateId, version: number }, body)} page={page} />;
}

interface PictureProps {
  readonly name: string;
  readonly state: PreviewState;
  readonly page: { readonly width: number; readonly height: number } | null;
}

function Picture({ name, state, page }: PictureProps): ReactNode {
  return (
    <figure>
      <Text component="figcaption" size="sm" fw={600} mb={4}>
        {name}
      </Text>
      <PreviewPicture {...state} page={page} alt={words.picture(name)} maxHeight="44vh" />
    </figure>
  );
}
