import { Anchor, Button, Group, Modal, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { ErrorState } from '../../parts/error-state.tsx';
import { ItemPicture } from '../../parts/library/item-picture.tsx';
import {
  libraryKinds,
  libraryQuery,
  type LibraryItem,
  type LibraryKind,
} from '../../parts/library/library.ts';
import classes from '../../parts/library/library.module.css';
import { LoadingState } from '../../parts/loading-state.tsx';
import { notifyError, notifyFailed, notifyWhile } from '../../parts/notify.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { libraryWords } from '../../words/library.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { IconsTab } from './icons-tab.tsx';
import { SaveForm } from './save-form.tsx';
import { takeItem } from './take-item.ts';
import { UpdatesTab } from './updates-tab.tsx';

const words = libraryWords.designer;

type Tab = LibraryKind | 'ICONS' | 'UPDATES';

const tabs: readonly { readonly value: Tab; readonly label: string }[] = [
  ...libraryKinds.map((value) => ({ value, label: libraryWords.kinds[value] })),
  { value: 'ICONS', label: words.icons },
  { value: 'UPDATES', label: words.updates },
];

/** The library in the designer: what is chosen is copied into the template. */
export function LibraryDialog(): ReactNode {
  const store = useDesignerStore();
  const open = useDesigner(({ libraryDialog }) => libraryDialog);
  const [tab, setTab] = useState<Tab>('COLOR');
  const close = () => store.getState().set({ libraryDialog: null });
  return (
    <Modal
      opened={open !== null}
      onClose={close}
      size="lg"
      title={open === 'save' ? libraryWords.saving.title : words.title}
    >
      {open === 'save' ? (
        <SaveForm onClose={close} />
      ) : (
        <Stack gap="sm">
          <Group justify="space-between" align="center" gap="sm">
            <NativeSelect
              aria-label={libraryWords.filter}
              data={[...tabs]}
              value={tab}
              onChange={({ currentTarget }) =>
                setTab(tabs.find(({ value }) => value === currentTarget.value)?.value ?? 'COLOR')
              }
              data-autofocus
            />
            <Anchor component={Link} to="/library" size="sm">
              {words.manage}
            </Anchor>
          </Group>
          {tab === 'ICONS' ? (
            <IconsTab onUsed={close} />
          ) : tab === 'UPDATES' ? (
            <UpdatesTab />
          ) : (
            <Items key={tab} kind={tab} onUsed={close} />
          )}
        </Stack>
      )}
    </Modal>
  );
}

interface ItemsProps {
  readonly kind: LibraryKind;
  readonly onUsed: () => void;
}

/** The items of a kind. */
function Items({ kind, onUsed }: ItemsProps): ReactNode {
  const store = useDesignerStore();
  const [search, setSearch] = useState('');
  const [size, setSize] = useState(50);
  const { data, error, refetch } = useQuery({
    ...libraryQuery({ kinds: [kind], search, size }),
    placeholderData: keepPreviousData,
  });
  const use = async (item: LibraryItem) => {
    try {
      const isUsed = await notifyWhile(words.use(item.name), takeItem(store, item));
      if (isUsed) onUsed();
      else notifyFailed(words.selectFirst);
    } catch (problem) {
      notifyError(problem);
    }
  };
  return (
    <>
      <Text size="xs" c="dimmed">
        {words.hint[kind]}
      </Text>
      <SearchField label={libraryWords.search} value={search} onChange={setSearch} />
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState shape="cards" count={3} />
      ) : data.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {search === '' ? words.nothing : libraryWords.nothingFound.detail}
        </Text>
      ) : (
        <ul className={classes.grid} aria-label={libraryWords.kinds[kind]}>
          {data.data.map((item) => (
            <li key={item.id} className={classes.card}>
              <UnstyledButton
                className={classes.use}
                aria-label={words.use(item.name)}
                onClick={() => void use(item)}
              >
                <span className={classes.picture}>
                  <ItemPicture item={item} />
                </span>
                <span className={classes.text}>
                  <Text span size="sm" dir="auto" className={classes.names}>
                    {item.name}
                  </Text>
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.pagination.totalElements > data.data.length && size < 100 ? (
        <Button variant="default" onClick={() => setSize(100)}>
          {words.more}
        </Button>
      ) : null}
    </>
  );
}
