import { ActionIcon, Menu, Text, UnstyledButton } from '@mantine/core';
import { memo, useDeferredValue, useState, type ReactNode } from 'react';
import type { TemplateDocument, TemplateVariable } from '../model/template.ts';
import { IconDots, IconPlus } from '../../generated/icons.ts';
import { variableWords as words } from '../../words/designer/variables.ts';
import { moveVariable, usesOfVariable, type VariableUses } from '../model/changes/variables.ts';
import { useDesignerStore, useSettledDocument } from '../state/use-designer.ts';
import { describeUses, summarize } from './describe.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import { VariableDialog } from './variable-dialog.tsx';
import classes from './variables.module.css';

/** What is asked for about a variable; null as the variable: a new one. */
type Dialog =
  | { readonly kind: 'edit'; readonly variable: TemplateVariable | null }
  | { readonly kind: 'remove'; readonly variable: TemplateVariable };

/** The variables of the document, with their rules and what uses them. */
export function VariablesPanel(): ReactNode {
  const document = useDeferredValue(useSettledDocument());
  return <Panel document={document} />;
}

const Panel = memo(function Panel({ document }: { readonly document: TemplateDocument }): ReactNode {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const variables = document.variables ?? [];
  return (
    <section aria-label={words.region} className={classes.panel} data-panel>
      <div className={classes.head}>
        <Text fw={600} size="sm">
          {words.region}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={words.add}
          onClick={() => setDialog({ kind: 'edit', variable: null })}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </div>
      {variables.length === 0 ? (
        <Text size="xs" c="dimmed" px={12} pb={8}>
          {words.empty}
        </Text>
      ) : (
        <ul className={classes.list}>
          {variables.map((variable, index) => (
            <Row
              // Two may have the same name for a while: the service refuses to publish it.
              key={`${index} ${variable.name}`}
              variable={variable}
              uses={usesOfVariable(document, variable.name)}
              isFirst={index === 0}
              isLast={index === variables.length - 1}
              onAsk={(kind) => setDialog({ kind, variable })}
            />
          ))}
        </ul>
      )}
      {dialog?.kind === 'edit' && <VariableDialog variable={dialog.variable} onClose={close} />}
      {dialog?.kind === 'remove' && <RemovalDialog variable={dialog.variable} onClose={close} />}
    </section>
  );
});

interface RowProps {
  readonly variable: TemplateVariable;
  readonly uses: VariableUses;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onAsk: (kind: Dialog['kind']) => void;
}

function Row({ variable, uses, isFirst, isLast, onAsk }: RowProps): ReactNode {
  const store = useDesignerStore();
  const { name, label } = variable;
  const move = (by: number) => store.getState().change((design) => moveVariable(design, name, by));
  return (
    <li className={classes.row}>
      <UnstyledButton
        className={classes.name}
        aria-label={words.editOf(name)}
        onClick={() => onAsk('edit')}
        title={label === undefined || label === '' ? name : label}
      >
        <bdi>{name}</bdi>
      </UnstyledButton>
      <Uses name={name} uses={uses} />
      <Menu>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="dimmed"
            size="sm"
            className={classes.menu}
            aria-label={words.actions(name)}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onAsk('edit')}>{words.edit}</Menu.Item>
          <Menu.Item disabled={isFirst} onClick={() => move(-1)}>
            {words.moveUp}
          </Menu.Item>
          <Menu.Item disabled={isLast} onClick={() => move(1)}>
            {words.moveDown}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => onAsk('remove')}>
            {words.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <div className={classes.facts} dir="auto">
        {summarize(variable)}
      </div>
    </li>
  );
}

function Uses({ name, uses }: { readonly name: string; readonly uses: VariableUses }): ReactNode {
  const store = useDesignerStore();
  const text = describeUses(uses);
  const count = uses.elements.length;
  if (count === 0) return <div className={classes.facts}>{uses.isOnPage ? words.onPage : words.unused}</div>;
  return (
    <UnstyledButton
      className={classes.uses}
      aria-label={words.selectUses(name, text)}
      title={text}
      onClick={() => store.getState().select(uses.elements)}
    >
      {words.elements(count)}
    </UnstyledButton>
  );
}
