import { Alert, Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { describeError } from '../../api/problem.ts';
import { formatList } from '../../formats.ts';
import { notifyError } from '../../parts/notify.tsx';
import { designerWords as words } from '../../words/designer/designer.ts';
import { libraryWords } from '../../words/library.ts';
import { replaceDocument } from '../model/changes/replace.ts';
import { closePages, openPages } from '../model/pages.ts';
import type { Person } from '../preview/preview-stream.ts';
import { MissingFonts } from '../properties/missing-fonts.tsx';
import { mergeKept } from '../saving/restore.ts';
import { forgetKept, type Kept } from '../saving/unsaved.ts';
import { useOtherTabs } from '../saving/use-other-tabs.ts';
import type { Saving } from '../saving/use-saving.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import classes from '../designer-page.module.css';

interface BannersProps {
  readonly saving: Saving;
  readonly people: readonly Person[];
  readonly unsaved: (Kept & { readonly isCurrent: boolean }) | null;
  readonly canEdit: boolean;
  /** No WebSocket opens: pictures come by plain requests. */
  readonly isBlocked: boolean;
}

/** What a person must know before going on: conflicts, restored work, other people. */
export function Banners({ saving, people, unsaved, canEdit, isBlocked }: BannersProps): ReactNode {
  const isInOtherTab = useOtherTabs(useDesigner((state) => state.templateId));
  const others = people.filter(({ isYou }) => !isYou).map(({ name }) => name);
  return (
    <div className={classes.banner}>
      {canEdit ? null : (
        <Alert title={words.narrow.title} role="note" p="xs">
          {words.narrow.detail}
        </Alert>
      )}
      {isBlocked ? (
        <Alert color="yellow" role="status" title={words.noLivePictures.title} p="xs">
          {words.noLivePictures.detail}
        </Alert>
      ) : null}
      {saving.refusal === null ? null : (
        <Alert color="red" role="alert" title={words.refused.title} p="xs">
          {describeError(saving.refusal).detail} {words.refused.kept}
        </Alert>
      )}
      {unsaved === null ? null : <Left unsaved={unsaved} saving={saving} />}
      {isInOtherTab ? (
        <Alert color="yellow" role="status" p="xs">
          {words.otherTab}
        </Alert>
      ) : null}
      <Forgotten />
      {canEdit ? <MissingFonts /> : null}
      {others.length === 0 ? null : (
        <Alert color="yellow" role="status" p="xs">
          {(others.length === 1 ? words.people : words.manyPeople)(formatList([...new Set(others)]))}
        </Alert>
      )}
    </div>
  );
}

/** More copies of the library than are noted: those that were used first are not compared with it. */
function Forgotten(): ReactNode {
  const hasForgotten = useDesigner((state) => state.hasForgotten);
  const [isOpen, setOpen] = useState(true);
  if (!hasForgotten || !isOpen) return null;
  return (
    <Alert
      color="yellow"
      role="status"
      p="xs"
      withCloseButton
      closeButtonLabel={words.close}
      onClose={() => setOpen(false)}
    >
      {libraryWords.designer.full}
    </Alert>
  );
}

/** What an earlier tab left unsaved. */
function Left({
  unsaved,
  saving,
}: Pick<BannersProps, 'saving'> & { readonly unsaved: NonNullable<BannersProps['unsaved']> }): ReactNode {
  const store = useDesignerStore();
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  if (unsaved.isCurrent) {
    return (
      <Alert
        role="status"
        title={words.restored.title}
        withCloseButton
        closeButtonLabel={words.close}
        onClose={() => setOpen(false)}
      >
        {words.restored.detail}
      </Alert>
    );
  }
  /** Theirs stays but for what both have changed. */
  const take = () =>
    store
      .getState()
      .change((design) =>
        replaceDocument(design, openPages(mergeKept(unsaved, closePages(design.document)))),
      );
  return (
    <Choice
      title={words.kept.title}
      detail={words.kept.detail}
      onTheirs={async () => {
        forgetKept(unsaved);
        setOpen(false);
        await saving.flush();
      }}
      onMine={async () => {
        forgetKept(unsaved);
        take();
        setOpen(false);
        await saving.flush();
      }}
    />
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly detail: string;
  readonly onTheirs: () => Promise<unknown>;
  readonly onMine: () => Promise<unknown>;
}

function Choice({ title, detail, onTheirs, onMine }: ChoiceProps): ReactNode {
  return (
    <Alert color="yellow" role="alert" title={title}>
      {detail}
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => void onTheirs().catch(notifyError)}>
          {words.kept.theirs}
        </Button>
        <Button size="xs" onClick={() => void onMine().catch(notifyError)}>
          {words.kept.mine}
        </Button>
      </Group>
    </Alert>
  );
}
