import type { Content, Design, Edit } from '../design.ts';
import { listIds } from '../elements.ts';
import { renameIds } from '../merge/document-tree.ts';
import { mergeDocuments } from '../merge/merge-documents.ts';
import { closePages, idInWork, openPages, pageInWork } from '../pages.ts';
import { share } from './replace.ts';

/** What somebody else has saved, and what both had before. */
interface Received {
  readonly base: object;
  readonly theirs: object;
  /** The element whose text is edited: it stays, whoever has removed it. */
  readonly textEdit: string | null;
}

/** A design with what somebody else has saved. */
interface ReceivedDesign {
  readonly design: Design;
  /** Ids of elements of which both have changed the same: mine counts. */
  readonly conflicts: readonly string[];
  /** Ids that are others now. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Takes over what somebody else has saved. It is no step of undo: each undoes what is their own. */
export function receive(design: Design, { base, theirs, textEdit }: Received): ReceivedDesign {
  const mine = closePages(design.document);
  const { document, conflicts, renamed } = mergeDocuments(
    { base, mine, theirs },
    { prefer: 'mine', keep: textEdit, reserved: () => listEarlierIds(design) },
  );
  if (document === mine) return { design, conflicts, renamed };
  const pageId = idInWork(design.document);
  const at = openPages(document).pages?.findIndex(({ id }) => id === pageId) ?? -1;
  const opened = openPages(document, at === -1 ? pageInWork(design.document) : at);
  const ids = listIds(opened);
  const selection = design.selection.map((id) => renamed.get(id) ?? id).filter((id) => ids.has(id));
  const rename = (edits: readonly Edit[]) =>
    renamed.size === 0 ? edits : edits.map((edit) => renameInEdit(edit, renamed));
  return {
    design: {
      ...design,
      document: share(design.document, opened),
      selection,
      done: rename(design.done),
      undone: rename(design.undone),
    },
    conflicts,
    renamed,
  };
}

/** The ids of all that undo and redo bring back. */
function listEarlierIds({ done, undone }: Design): Set<string> {
  const contents = [...done, ...undone].flatMap(({ before, after }) => [before, after]);
  return new Set(contents.flatMap(({ document }) => [...listIds(document)]));
}

/** Steps of undo name elements as the document does. */
function renameInEdit({ before, after, joins }: Edit, ids: ReadonlyMap<string, string>): Edit {
  const rename = (content: Content): Content => {
    const saved = closePages(content.document);
    const renamed = renameIds(saved, ids);
    if (renamed === saved) return content;
    return {
      ...content,
      document: openPages(renamed, pageInWork(content.document)),
      selection: content.selection.map((id) => ids.get(id) ?? id),
    };
  };
  return { before: rename(before), after: rename(after), joins };
}
