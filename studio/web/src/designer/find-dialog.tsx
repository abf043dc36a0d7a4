import { Button, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { notifyDone } from '../parts/notify.tsx';
import { designerWords } from '../words/designer/designer.ts';
import { partWords } from '../words/parts.ts';
import { findTexts, replaceTexts } from './model/changes/replace-text.ts';
import { useDesigner, useDesignerStore } from './state/use-designer.ts';

const words = designerWords.find;

/** Texts that are listed at once. */
const few = 8;

/** Finds words in all texts, goes to them, and replaces them. */
export function FindDialog(): ReactNode {
  const store = useDesignerStore();
  const isOpen = useDesigner(({ isFinding }) => isFinding);
  return (
    <Modal opened={isOpen} onClose={() => store.getState().set({ isFinding: false })} title={words.title}>
      <Content />
    </Modal>
  );
}

function Content(): ReactNode {
  const store = useDesignerStore();
  const document = useDesigner(({ design }) => design.document);
  const [find, setFind] = useState('');
  const [replacement, setReplacement] = useState('');
  const [matchesCase, setMatchesCase] = useState(false);
  const found = findTexts(document, { find, matchesCase });
  const count = found.reduce((sum, each) => sum + each.count, 0);
  const elements = new Set(found.map(({ id }) => id)).size;
  const status = count === 0 ? words.nothing : words.found(count, elements);
  const close = () => store.getState().set({ isFinding: false });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (count === 0) return;
    store.getState().change((design) => replaceTexts(design, { find, matchesCase }, replacement));
    notifyDone(words.done(count));
    close();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={words.find}
          dir="auto"
          data-autofocus
          value={find}
          onChange={({ currentTarget }) => setFind(currentTarget.value)}
        />
        <TextInput
          label={words.replace}
          dir="auto"
          value={replacement}
          onChange={({ currentTarget }) => setReplacement(currentTarget.value)}
        />
        <Switch
          label={words.matchCase}
          checked={matchesCase}
          onChange={({ currentTarget }) => setMatchesCase(currentTarget.checked)}
        />
        <Text size="sm" c="dimmed" role="status">
          {find === '' ? '' : status}
        </Text>
        {found.slice(0, few).map(({ id, text }, index) => (
          <Button
            key={`${index} ${id}`}
            variant="subtle"
            color="gray"
            size="compact-sm"
            justify="flex-start"
            title={words.show(id)}
            onClick={() => {
              store.getState().select([id]);
              close();
            }}
          >
            <Text span size="sm" truncate dir="auto">
              {text}
            </Text>
          </Button>
        ))}
        {found.length > few ? <Text size="sm">{words.more(found.length - few)}</Text> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {partWords.cancel}
          </Button>
          <Button type="submit" disabled={count === 0}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
