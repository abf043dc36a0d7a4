import { Table, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './parts.module.css';

/** A column of a table. */
export interface Column<Row> {
  readonly key: string;
  /** The head's text. */
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  /** Numbers and dates stand at the end. */
  readonly isNumeric?: boolean;
  /** A column of buttons: its head is only for screen readers. */
  readonly isActions?: boolean;
  /** A long head is cut; its title has all of it. */
  readonly isHeadCut?: boolean;
  readonly width?: number | string;
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers: "API keys". */
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The columns may need more room than there is: the table scrolls, between its names and its buttons. */
  readonly isWide?: boolean;
}

/** A table; below 768 px a list of cards with the same facts. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? <Cards {...props} /> : <WideTable {...props} />;
}

function WideTable<Row>({ caption, columns, rows, rowKey, isWide = false }: DataTableProps<Row>): ReactNode {
  const scrolling = isWide ? { role: 'region', 'aria-label': caption, tabIndex: 0 } : {};
  return (
    <div className={classes.panel} data-wide={isWide || undefined} {...scrolling}>
      <Table highlightOnHover>
        <Table.Caption className={classes.hidden}>{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, label, isNumeric, isActions, isHeadCut, width }) => (
              <Table.Th
                key={key}
                scope="col"
                data-actions={isActions || undefined}
                ta={isNumeric ? 'end' : 'start'}
                {...(width === undefined ? {} : { w: width })}
              >
                {isActions ? (
                  <VisuallyHidden>{label}</VisuallyHidden>
                ) : isHeadCut ? (
                  <bdi className={classes.cutHead} title={label}>
                    {label}
                  </bdi>
                ) : (
                  label
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ key, render, isNumeric, isActions }, index) => {
                const props = {
                  ta: isNumeric || isActions ? ('end' as const) : ('start' as const),
                  className: isNumeric ? classes.numeric : undefined,
                };
                return index === 0 ? (
                  <Table.Th key={key} scope="row" {...props} className={classes.rowHead}>
                    {render(row)}
                  </Table.Th>
                ) : (
                  <Table.Td key={key} {...props} data-actions={isActions || undefined}>
                    {render(row)}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Cards<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>): ReactNode {
  const [head, ...others] = columns;
  const facts = others.filter(({ isActions }) => !isActions);
  const actions = others.filter(({ isActions }) => isActions);
  return (
    <ul className={classes.cards} aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card}>
          <div className={classes.cardHead}>
            <div className={classes.cardTitle}>{head?.render(row)}</div>
            {actions.map(({ key, render }) => (
              <div key={key}>{render(row)}</div>
            ))}
          </div>
          <dl className={classes.facts}>
            {facts.map(({ key, label, render }) => {
              const content = render(row);
              return content === null ? null : (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>{content}</dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}
