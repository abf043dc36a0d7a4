import { Popover, Text, Title, UnstyledButton } from '@mantine/core';
import { useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useInks } from '../fields/ink-picker.tsx';
import { propertyWords } from '../../words/designer/properties.ts';
import { EditedContext, useEdited } from '../fields/edited.tsx';
import { Picker, withHash } from '../fields/color-field.tsx';
import { shortHex, Swatch, toHex } from '../fields/swatches.tsx';
import { FontField } from '../fields/font-field.tsx';
import { CheckedText } from '../fields/text-field.tsx';
import { elementSchemas } from '../fields/values/schema.ts';
import { usedColors, usedFonts, type Use } from '../fields/values/places.ts';
import { setValue, valueAt } from '../fields/values/values.ts';
import classes from '../fields/fields.module.css';

const words = propertyWords.uses;
const textSchemas = [...elementSchemas()].filter(([type]) => type === 'text').map(([, schema]) => schema);
/** The family of a text that names none. */
export const presetFont = 'Inter';

/** The colors and fonts of what is edited, with all that is in it. Each is changed everywhere at once. */
export function UsesSection(): ReactNode {
  const { targets } = useEdited();
  const colors = useMemo(() => usedColors(targets).slice(0, 24), [targets]);
  const fonts = useMemo(() => usedFonts(targets, presetFont), [targets]);
  const id = useId();
  if (colors.length + fonts.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id} className={classes.section}>
      <div className={classes.sectionHead}>
        <Title order={3} size="xs" id={id}>
          {words.title}
        </Title>
      </div>
      <div className={classes.usedFonts}>
        {fonts.map((font) => (
          <UsedFont key={font.value} font={font} />
        ))}
      </div>
      <div className={classes.colors}>
        {colors.map((color, index) => (
          // The color of a row changes while it is picked.
          <UsedColor key={`${index} ${colors.length}`} color={color} />
        ))}
      </div>
    </div>
  );
}

/** The family of all texts that have it. */
export function UsedFont({ font }: { readonly font: Use }): ReactNode {
  const edited = useEdited();
  const { targets, change } = edited;
  // A text without a family has this one.
  const texts = Array.from({ length: font.count }, () => ({ type: 'text', fontFamily: font.value }));
  return (
    <EditedContext
      value={{
        ...edited,
        targets: texts,
        schema: textSchemas,
        name: words.everywhere(font.value),
        set: setValue,
        change: (recipe, joins) =>
          change((target) => {
            const index = indexOf(targets, target);
            for (const path of font.paths[index] ?? [])
              recipe(path === '' ? target : (valueAt(target, path) as object));
          }, joins),
      }}
    >
      <FontField control={{ path: 'fontFamily', kind: 'font' }} />
    </EditedContext>
  );
}

function UsedColor({ color }: { readonly color: Use }): ReactNode {
  const { targets, change } = useEdited();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const turn = useRef(0);
  // What has the color when the picker opens: on the way, it may be one that others have.
  const opened = useRef(color);
  const shown = color.value;
  const pick = (picked: string) =>
    change((target) => {
      for (const path of opened.current.paths[indexOf(targets, target)] ?? [])
        setValue(target, path, shortHex(picked));
    }, `${id} ${turn.current}`);
  const inks = useInks();
  const toggle = (next: boolean) => {
    if (next) opened.current = color;
    turn.current += 1;
    setOpen(next);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={toggle}
      position="left-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.color}
          aria-label={words.changeColor(shown, color.count)}
          title={words.changeColor(shown, color.count)}
          onClick={() => toggle(!isOpen)}
        >
          <span className={classes.swatch}>
            <Swatch color={shown} size={16} />
          </span>
          <Text span size="xs" truncate>
            {shown}
          </Text>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        p="xs"
        className={classes.picker ?? ''}
        aria-label={words.changeColor(shown, color.count)}
      >
        <CheckedText
          name={words.newColor}
          value={shown}
          check={(text) => (toHex(withHash(text), inks) === null ? propertyWords.pattern.color : null)}
          onApply={(text) => pick(withHash(text))}
        />
        <Picker
          color={toHex(shown, inks) ?? '#000000'}
          written={shown}
          onPick={pick}
          onPicked={() => (turn.current += 1)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The place of an object, or of its draft, among those that are edited. */
function indexOf(targets: readonly object[], target: object): number {
  if (targets.length === 1) return 0;
  const { id } = target as { readonly id?: string };
  return targets.findIndex((each) => (each as { readonly id?: string }).id === id);
}
