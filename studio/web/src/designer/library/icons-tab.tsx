import { Loader, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { ErrorState } from '../../parts/error-state.tsx';
import classes from '../../parts/library/library.module.css';
import { SearchField } from '../../parts/search-field.tsx';
import { libraryWords } from '../../words/library.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import { addInView } from '../view/seen-area.ts';
import { addIcon, findIcons, loadIcons, readParts, type VectorIcon } from './icons.ts';

const words = libraryWords.designer;

/** More are found by another word. */
const maxShown = 120;

/** Icons as vectors: one that is chosen is added to the page. */
export function IconsTab({ onUsed }: { readonly onUsed: () => void }): ReactNode {
  const store = useDesignerStore();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['icons'],
    queryFn: loadIcons,
    staleTime: Infinity,
  });
  const found = useMemo(() => findIcons(data ?? [], search), [data, search]);
  const shown = found.slice(0, maxShown);
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        {words.iconHint}
      </Text>
      <SearchField label={words.iconSearch} value={search} onChange={setSearch} />
      {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Loader size="sm" my="md" /> : null}
      <Text size="xs" c="dimmed" my="xs" role="status">
        {data === undefined
          ? ''
          : found.length === 0
            ? words.noIcon
            : words.iconCount(shown.length, found.length)}
      </Text>
      <div className={classes.icons}>
        {shown.map((icon) => (
          <UnstyledButton
            key={icon.name}
            aria-label={words.use(icon.name)}
            title={icon.name}
            className={classes.icon}
            onClick={() => {
              addInView(store, (design) => addIcon(design, icon));
              onUsed();
            }}
          >
            <IconDrawing icon={icon} />
          </UnstyledButton>
        ))}
      </div>
    </>
  );
}

function IconDrawing({ icon }: { readonly icon: VectorIcon }): ReactNode {
  return (
    <svg width={24} height={24} viewBox="0 0 24 24" aria-hidden>
      {readParts(icon.body).map(({ d, isLine }) => (
        <path
          key={String(isLine)}
          d={d}
          fill={isLine ? 'none' : 'currentColor'}
          stroke={isLine ? 'currentColor' : 'none'}
          strokeWidth={2}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
}
