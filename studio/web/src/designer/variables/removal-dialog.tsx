import type { ReactNode } from 'react';
import type { TemplateVariable } from '../model/template.ts';
import { formatNumber } from '../../formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { variableWords } from '../../words/designer/variables.ts';
import { removeVariable, usesOfVariable } from '../model/changes/variables.ts';
import { shownValues } from '../state/shown-values.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { describeUses } from './describe.ts';
import { defaultText } from '../../../../../src/common/values/lists.ts';
import classes from './variables.module.css';

const words = variableWords.removal;

/** Elements that are listed at once. */
const few = 8;

/** Says what uses a variable before it is removed. */
export function RemovalDialog({
  variable,
  onClose,
}: {
  readonly variable: TemplateVariable;
  readonly onClose: () => void;
}): ReactNode {
  const { name } = variable;
  const shown = useDesigner((state) => shownValues(state)[name] ?? '');
  const value = variable.type === 'list' ? '' : shown || (defaultText(variable) ?? '');
  const store = useDesignerStore();
  const document = useDesigner(({ design }) => design.document);
  const uses = usesOfVariable(document, name);
  const listed = [...(uses.isOnPage ? [words.page] : []), ...uses.elements];
  return (
    <ConfirmDialog
      isOpen
      title={words.title(name)}
      confirm={words.confirm}
      isDangerous={listed.length > 0}
      onConfirm={async () => store.getState().change((design) => removeVariable(design, name, value))}
      onClose={onClose}
    >
      {listed.length === 0 ? (
        words.unused
      ) : (
        <>
          {words.used(describeUses(uses))}
          <ul className={classes.users}>
            {listed.slice(0, few).map((each) => (
              <li key={each} dir="auto">
                {each}
              </li>
            ))}
            {listed.length > few && <li>{words.more(formatNumber(listed.length - few))}</li>}
          </ul>
          {value === '' ? words.withoutValue : words.withValue(value)}
        </>
      )}
    </ConfirmDialog>
  );
}
