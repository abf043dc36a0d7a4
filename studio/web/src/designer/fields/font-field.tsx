import { Autocomplete } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { TemplateFont } from '../model/template.ts';
import { read } from '../../api/client.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { useFace } from '../fonts/use-face.ts';
import { useDesigner } from '../state/use-designer.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import { useLeaving } from './number-field.tsx';

const words = propertyWords.font;

interface FontFieldProps {
  readonly control: Control;
  /** Whether its name stands above it. */
  readonly hasLabel?: boolean;
}

/** The family of a font: of the catalogue, or of the template's own files. */
export function FontField({ control: { path }, hasLabel = true }: FontFieldProps): ReactNode {
  const key = useKey(path);
  const templateId = useDesigner((state) => state.templateId);
  const fonts = read('/templates/{templateId}/fonts', { params: { path: { templateId } } });
  // A font may have been added a moment ago.
  const { data } = useQuery({ ...fonts, staleTime: 0 });
  const declared = useDesigner(({ design }) => design.document.fonts ?? noFonts);
  const [typed, setTyped] = useState<string | null>(null);

  const listed = data?.data ?? [];
  const own = [
    ...new Set([
      ...declared.map(({ family }) => family),
      ...listed.filter(({ source }) => source === 'TEMPLATE').map(({ family }) => family),
    ]),
  ].filter((family) => family !== '');
  const catalogue = listed.map(({ family }) => family).filter((family) => !own.includes(family));
  const shown = typeof key.value === 'string' ? key.value : '';
  const preset = typeof key.rule.default === 'string' ? key.rule.default : '';
  const apply = (family: string) => {
    setTyped(null);
    const next = family.trim();
    if (next !== shown) key.set(next === '' ? undefined : next);
  };
  const leave = () => {
    if (typed !== null) apply(typed);
  };
  useLeaving(leave);
  return (
    <Autocomplete
      size="xs"
      label={hasLabel ? key.label : undefined}
      aria-label={key.name}
      dir="auto"
      value={typed ?? shown}
      placeholder={key.isMixed ? propertyWords.mixed : preset}
      data={[
        { group: words.own, items: own },
        { group: words.catalogue, items: [...new Set(catalogue)] },
      ].filter(({ items }) => items.length > 0)}
      // All are offered until something is typed.
      {...(typed === null ? { filter: ({ options }) => options } : {})}
      renderOption={({ option: { value } }) => {
        const font = listed.find(({ family }) => family === value);
        return font === undefined || font.bytes > maxBytes ? value : <FamilyName family={value} />;
      }}
      onChange={setTyped}
      onOptionSubmit={apply}
      onBlur={leave}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || typed === null) return;
        event.stopPropagation();
        setTyped(null);
      }}
      comboboxProps={{ width: 240, position: 'bottom-start', withinPortal: true }}
      // The list scrolls itself: screen readers and keys know it as the list of the field.
      withScrollArea={false}
      styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
      error={
        data !== undefined && shown !== '' && ![...own, ...catalogue].includes(shown) ? words.unknown : null
      }
    />
  );
}

const noFonts: readonly TemplateFont[] = [];

/** A larger file, such as one of Chinese characters, is not loaded only to show a name in it. */
const maxBytes = 1_000_000;

/** The name of a family, in its own face once it is seen: there may be thousands. */
function FamilyName({ family }: { readonly family: string }): ReactNode {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  return <span ref={ref}>{inViewport ? <OwnFace family={family} /> : family}</span>;
}

function OwnFace({ family }: { readonly family: string }): ReactNode {
  const templateId = useDesigner((state) => state.templateId);
  const face = useFace(templateId, { family, weight: 400, style: 'normal' });
  return <span style={{ fontFamily: face ?? undefined }}>{family}</span>;
}
