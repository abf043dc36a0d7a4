import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../../formats.ts';
import { designerWords } from '../../words/designer/designer.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { publishWords as words } from '../../words/designer/publish.ts';
import { variableWords } from '../../words/designer/variables.ts';
import { areItems, type Change, type KeyChange } from './describe-changes.ts';
import classes from './publish.module.css';

/** The number of changes that are listed. */
const limit = 200;

/** The changes in words, each with its keys. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }): ReactNode {
  return (
    // A long list is scrolled with the arrow keys, too.
    <ul className={classes.changes} aria-label={words.changes(changes.length)} tabIndex={0}>
      {changes.slice(0, limit).map((change, index) => (
        <li key={index}>
          <span dir="auto">{getTitle(change)}</span>
          {'keys' in change ? <Keys keys={change.keys} /> : null}
        </li>
      ))}
      {changes.length > limit ? (
        <li>
          <Text size="sm" c="dimmed">
            {words.more(formatNumber(changes.length - limit))}
          </Text>
        </li>
      ) : null}
    </ul>
  );
}

function Keys({ keys }: { readonly keys: readonly KeyChange[] }): ReactNode {
  return (
    <ul className={classes.keys}>
      {keys.map(({ key, before, after }) => {
        const [from, to] = [write(before), write(after)];
        return (
          <li key={key}>
            {propertyWords.key(countFromOne(key))}:{' '}
            {from === to ? (
              // What differs is not in the short form.
              <ins>{words.differs}</ins>
            ) : (
              <>
                <del dir="auto">{from}</del>{' '}
                <span className={classes.arrow} aria-label={words.to} role="img">
                  →
                </span>{' '}
                <ins dir="auto">{to}</ins>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const titles = {
  element: (name: string) => name,
  variable: words.changedVariable,
  page: words.changedPage,
  group: words.changedGroup,
} as const;

function getTitle(change: Change): string {
  switch (change.kind) {
    case 'page':
      return words.page;
    case 'order':
      return change.group === null ? words.order : words.orderIn(change.group);
    case 'variables-order':
      return words.variablesOrder;
    case 'pages-order':
      return words.pagesOrder;
    case 'added-page':
      return words.addedPage(change.name);
    case 'removed-page':
      return words.removedPage(change.name);
    case 'added-group':
      return words.addedGroup(change.name);
    case 'removed-group':
      return words.removedGroup(change.name);
    case 'renamed':
      return words.renamed(change.from, change.name);
    case 'moved':
      return change.group === null ? words.movedOut(change.name) : words.movedIn(change.name, change.group);
    case 'changed':
      return titles[change.of](change.name);
    case 'added':
    case 'removed': {
      const { kind, of, name, type } = change;
      if (of === 'element') return words[kind](name, typeName(designerWords.elementNames, type));
      const say = kind === 'added' ? words.addedVariable : words.removedVariable;
      return say(name, typeName(variableWords.types, type));
    }
  }
}

/** The key of an item, as it is called: `columns.0.header` is "Column 1 header". */
function countFromOne(key: string): string {
  return key.replace(/s?\.(\d+)(?=\.)/gu, (_, index) => `.${Number(index) + 1}`);
}

function typeName(names: Readonly<Record<string, string>>, type: string): string {
  return names[type] ?? type;
}

const maxCharacters = 80;
const maxNamedItems = 12;

/** A value in short. */
function write(value: unknown): string {
  if (value === undefined || value === null) return words.nothing;
  const text =
    typeof value === 'string' ? value : areItems(value) ? writeItems(value) : JSON.stringify(value);
  const characters = Array.from(text.slice(0, 2 * maxCharacters));
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')} …` : text;
}

/** The items of a list by their names, such as fields and columns; how many there are if they have none. */
function writeItems(items: readonly { readonly header?: unknown; readonly name?: unknown }[]): string {
  const names = items.map(({ header, name }) => header ?? name);
  const haveNames = items.length <= maxNamedItems && names.every((name) => typeof name === 'string');
  return haveNames && items.length > 0 ? names.join(', ') : words.items(items.length);
}
