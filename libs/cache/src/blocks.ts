/** Points of a limit that were reserved at once, for one key, to be handed out by this process. */
export interface Block {
  /** How many the counter granted; 0: the limit is reached. */
  readonly granted: number;
  /** Points that are not handed out yet. */
  left: number;
  /** By `performance.now()`, and not after the window of the counter ends: what is left then is lost. */
  readonly endsAt: number;
}

export interface BlocksOptions<Reserved extends Block, Decision> {
  readonly reserve: (key: string) => Promise<Reserved>;
  /** Called when a point was taken from the block, or where the block has none because the limit is reached. */
  readonly decide: (block: Reserved) => Decision;
}

/** Keys with a block; the oldest block is dropped beyond it, and its points are lost. */
const maxKeys = 10_000;

function takeFrom(block: Block): boolean {
  if (block.left === 0 || performance.now() >= block.endsAt) return false;
  block.left -= 1;
  return true;
}

/**
 * Takes a point of a key's block, at once where one is left. Otherwise it calls `reserve`; requests that arrive meanwhile wait for
 * the same call, and for a further one if the block is too small for all of them.
 */
export function createBlocks<Reserved extends Block, Decision>({
  reserve,
  decide,
}: BlocksOptions<Reserved, Decision>): (key: string) => Decision | Promise<Decision> {
  const blocks = new Map<string, Reserved>();
  const reserving = new Map<string, Promise<Reserved>>();

  const keep = (key: string, block: Reserved): void => {
    // Deleted first, so that the keys of the map are in the order of their last reservation.
    blocks.delete(key);
    if (block.granted === 0) return;
    if (blocks.size >= maxKeys) {
      const [oldest] = blocks.keys();
      if (oldest !== undefined) blocks.delete(oldest);
    }
    blocks.set(key, block);
  };

  const reserveNext = async (key: string): Promise<Reserved> => {
    try {
      const block = await reserve(key);
      keep(key, block);
      return block;
    } finally {
      reserving.delete(key);
    }
  };

  const takeNext = async (key: string): Promise<Decision> => {
    for (;;) {
      let next = reserving.get(key);
      if (next === undefined) {
        next = reserveNext(key);
        reserving.set(key, next);
      }
      const block = await next;
      if (block.granted === 0 || takeFrom(block)) return decide(block);
    }
  };

  return (key) => {
    const block = blocks.get(key);
    return block !== undefined && takeFrom(block) ? decide(block) : takeNext(key);
  };
}
