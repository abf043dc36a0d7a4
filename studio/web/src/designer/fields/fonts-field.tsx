import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TemplateFont } from '../model/template.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { parts, type Control } from './controls.ts';
import { Scope, useKey } from './edited.tsx';
import { familyOfFile } from './values/fonts.ts';
import classes from './fields.module.css';
import { ItemHead } from './item-head.tsx';
import { FileMenu } from './source-field.tsx';

const words = propertyWords.fonts;
const controls = parts.fonts!.map((part) => ({ ...part, path: part.path.replace('[].', '') }));

interface FontsFieldProps {
  /** Shows the controls of a font. */
  readonly renderControls: (controls: readonly Control[]) => ReactNode;
}

/** The font files of a template: family, weight and style of each. */
export function FontsField({ renderControls }: FontsFieldProps): ReactNode {
  const key = useKey('fonts');
  const fonts = (key.value ?? []) as readonly TemplateFont[];
  return (
    <div className={classes.paint}>
      {fonts.length === 0 ? (
        <Text size="xs" c="dimmed">
          {words.none}
        </Text>
      ) : (
        <ul className={classes.list}>
          {fonts.map((_, index) => (
            <li key={index}>
              <Scope path={`fonts.${index}`} name={words.item(index + 1)}>
                <div role="group" aria-label={words.item(index + 1)} className={classes.item}>
                  <ItemHead
                    name={words.item(index + 1)}
                    onRemove={() => key.set(fonts.length === 1 ? undefined : fonts.toSpliced(index, 1))}
                  />
                  {renderControls(controls)}
                </div>
              </Scope>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.itemHead}>
        <Text size="xs" c="dimmed" aria-hidden>
          {words.add}
        </Text>
        <FileMenu
          name={words.add}
          kind="font"
          onChoose={(src) =>
            key.setEach((current) => [
              ...((current ?? []) as readonly TemplateFont[]),
              { family: familyOfFile(src), src },
            ])
          }
        />
      </div>
    </div>
  );
}
