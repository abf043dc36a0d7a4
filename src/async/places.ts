/** Who takes a place. */
interface Holder {
  readonly owner: string;
  /** Of several owners. */
  readonly group: string;
}

interface Limits {
  readonly ofOwner: number;
  /** Default: as many as there are. */
  readonly ofGroup?: number;
  readonly inAll: number;
}

/** A place that was taken. Call `release` in the end. */
export interface Place {
  /** From now on nobody else gets it. */
  keep(): void;
  /** Frees it. Frees nothing if somebody else got it. */
  release(): void;
}

interface Group {
  taken: number;
  /** Places that are not kept, in the order in which they were taken. */
  readonly waiting: Set<() => void>;
}

/**
 * A limited number of places. If all are taken, a newcomer gets the newest place of the group that has most,
 * if that has at least two more than the newcomer's group (longest queue drop): no group keeps the others
 * out.
 */
export class Places {
  readonly #limits: Limits;
  readonly #ofOwners = new Map<string, number>();
  readonly #groups = new Map<string, Group>();
  #taken = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Takes a place.
   *
   * @param onDrop called when somebody else gets it
   * @returns why there is none: `owner-full` if its owner has as many as an owner may have
   */
  take(holder: Holder, onDrop: () => void): Place | 'owner-full' | 'full' {
    const refusal = this.findRefusal(holder);
    if (refusal !== null) return refusal;
    if (this.#taken >= this.#limits.inAll) this.#findDrop(holder)?.();
    const group = this.#groups.get(holder.group) ?? { taken: 0, waiting: new Set() };
    this.#groups.set(holder.group, group);
    this.#count(holder, group, 1);
    let isTaken = true;
    const release = (): void => {
      group.waiting.delete(drop);
      if (isTaken) this.#count(holder, group, -1);
      isTaken = false;
    };
    const drop = (): void => {
      release();
      onDrop();
    };
    group.waiting.add(drop);
    return { keep: () => void group.waiting.delete(drop), release };
  }

  /** Why a newcomer would get no place now, or null. */
  findRefusal(holder: Holder): 'owner-full' | 'full' | null {
    const { ofOwner, ofGroup = Infinity, inAll } = this.#limits;
    if ((this.#ofOwners.get(holder.owner) ?? 0) >= ofOwner) return 'owner-full';
    if ((this.#groups.get(holder.group)?.taken ?? 0) >= ofGroup) return 'full';
    return this.#taken < inAll || this.#findDrop(holder) !== undefined ? null : 'full';
  }

  /** What frees a place for a newcomer: the newest of the group with most. */
  #findDrop({ group }: Holder): (() => void) | undefined {
    const own = this.#groups.get(group)?.taken ?? 0;
    let most: Group = { taken: own + 1, waiting: new Set() };
    for (const each of this.#groups.values()) if (each.taken > most.taken) most = each;
    return [...most.waiting].at(-1);
  }

  #count({ owner, group: name }: Holder, group: Group, change: 1 | -1): void {
    this.#taken += change;
    group.taken += change;
    if (group.taken === 0) this.#groups.delete(name);
    const ofOwner = (this.#ofOwners.get(owner) ?? 0) + change;
    if (ofOwner === 0) this.#ofOwners.delete(owner);
    else this.#ofOwners.set(owner, ofOwner);
  }
}
