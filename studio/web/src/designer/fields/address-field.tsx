import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import classes from './fields.module.css';
import { BindButton } from './bind-button.tsx';
import { FieldLabel } from './field-label.tsx';
import { CheckedText } from './text-field.tsx';

/** The address of a link, or a variable's. Empty: there is none. */
export function AddressField({ control: { path } }: { readonly control: Control }): ReactNode {
  const key = useKey(path);
  return (
    <div>
      <FieldLabel
        text={key.label}
        action={
          <span className={classes.actions}>
            <BindButton path={path} />
          </span>
        }
      />
      <CheckedText
        name={key.name}
        place={key.place}
        value={typeof key.value === 'string' ? key.value : ''}
        placeholder={key.isMixed ? propertyWords.mixed : propertyWords.address.hint}
        check={getFault}
        onApply={(text) => key.set(text.trim() === '' ? undefined : text.trim())}
      />
    </div>
  );
}

function getFault(text: string): string | null {
  const address = text.trim();
  const isAccepted = address === '' || address.includes('{{') || /^(?:https?|mailto|tel):./iu.test(address);
  return isAccepted ? null : propertyWords.address.fault;
}
