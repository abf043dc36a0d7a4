/** What of a render nobody sees, in words. */

/** The sides of a page or group. */
export type Side = 'left' | 'top' | 'right' | 'bottom';

/** What hides something: an edge of the page, its header or footer, or the clip or mask of a group. */
export type Hider =
  | { readonly type: 'page'; readonly side: Side }
  | { readonly type: 'header' | 'footer' }
  | { readonly type: 'clip' | 'mask'; readonly group: { readonly id: string; readonly clip: string } };

/** Whether nothing of what is named is seen; `mixed`: of some nothing, and of others a part. */
export type Extent = 'whole' | 'part' | 'mixed';

/** The extent of several things. */
export function joinExtents(extents: readonly Extent[]): Extent {
  const [first = 'whole'] = extents;
  return extents.every((extent) => extent === first) ? first : 'mixed';
}

const shares: Readonly<Record<Extent, string>> = { whole: '', part: 'partly ', mixed: 'wholly or partly ' };

const beyond: Readonly<Record<Side, string>> = {
  left: 'left of the page',
  top: 'above the page',
  right: 'right of the page',
  bottom: 'below the page',
};

const remedy = 'Move it or make it smaller, or let the page flow.';

/** Some of several: lines of a text, rows of a table, entries of a repeat. */
export interface LostParts {
  readonly lost: number;
  readonly all: number;
  /** One of them, and several. */
  readonly nouns: readonly [one: string, several: string];
  /** The ids of the first and the last one that are lost; absent: they have none. */
  readonly ids?: readonly [first: string, last: string];
  /** What they belong to, if it is not the element that the warning names. */
  readonly of?: string;
  readonly extent: Extent;
}

/** Says which parts of something are hidden, and by what. */
export function describeParts({ lost, all, nouns, ids, of, extent }: LostParts, hider: Hider): string {
  const [one, several] = nouns;
  const verb = lost === 1 ? 'is' : 'are';
  const [whose, owner] = of === undefined ? ['its', ''] : ['the', ` of "${of}"`];
  const count = lost === 1 ? 'One' : lost === all ? 'All' : String(lost);
  const only = of === undefined ? `Its ${one}` : `The only ${one}${owner}`;
  const subject = all === 1 ? only : `${count} of ${whose} ${all} ${several}${owner}`;
  const names = ids === undefined || all === 1 ? '' : ` (${ids[0]}${lost === 1 ? '' : ` to ${ids[1]}`})`;
  return `${subject}${names} ${verb} ${placeOf(hider, extent)}`;
}

/** Says by what an element is hidden. */
export function describeElement(hider: Hider, extent: Extent): string {
  return `It is ${placeOf(hider, extent)}`;
}

function placeOf(hider: Hider, extent: Extent): string {
  const { [extent]: share } = shares;
  switch (hider.type) {
    case 'page':
      return `${share}${beyond[hider.side]}. ${remedy}`;
    case 'header':
    case 'footer':
      return `${share}in the room of the ${hider.type}. ${remedy}`;
    case 'clip':
      return `${share}cut off by the clip of the group "${hider.group.id}" (${hider.group.clip}).`;
    case 'mask':
      return `${share}hidden by the mask of the group "${hider.group.id}".`;
  }
}

const lengths: Readonly<Record<Side, string>> = {
  left: 'width',
  top: 'height',
  right: 'width',
  bottom: 'height',
};

/** Says how far the content of a group reaches beyond it. */
export function describeOverflow(side: Side, length: string): string {
  return (
    `What is in it reaches ${length} beyond its ${side}, over what may be there. ` +
    `Enlarge it, or let the ${lengths[side]} of its layout hug.`
  );
}
