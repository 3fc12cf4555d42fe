export interface Assigned<Slot, Item> {
  /** Required slots that no item is left for. */
  readonly empty: readonly Slot[];
  /** Items that no slot is left for. */
  readonly left: readonly Item[];
}

type Matching = Map<number, number>;

/** Finds a partner for `from`, by an augmenting path: those who have one keep one. */
function augment(
  from: number,
  edges: readonly (readonly number[])[],
  [own, other]: readonly [Matching, Matching],
  seen = new Set<number>(),
): boolean {
  for (const to of edges[from] ?? []) {
    if (seen.has(to)) continue;
    seen.add(to);
    const holder = other.get(to);
    if (holder === undefined || augment(holder, edges, [own, other], seen)) {
      own.set(from, to);
      other.set(to, from);
      return true;
    }
  }
  return false;
}

/** Puts each item into at most one slot and each slot gets at most one: the required slots first, then as many as possible. */
export function assign<Slot extends { readonly required: boolean }, Item>(
  slots: readonly Slot[],
  items: readonly Item[],
  fits: (slot: Slot, item: Item) => boolean,
): Assigned<Slot, Item> {
  const bySlot = slots.map((slot) => items.flatMap((item, index) => (fits(slot, item) ? [index] : [])));
  const byItem = items.map((item) => slots.flatMap((slot, index) => (fits(slot, item) ? [index] : [])));
  const [itemOf, slotOf]: [Matching, Matching] = [new Map(), new Map()];
  const empty = slots.filter((slot, index) => slot.required && !augment(index, bySlot, [itemOf, slotOf]));
  const left = items.filter(
    (_item, index) => !slotOf.has(index) && !augment(index, byItem, [slotOf, itemOf]),
  );
  return { empty, left };
}
