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
  /**
   * Called when a point was taken from the block, or where the block has none because the limit is reached. `hasReserved`: the block
   * was reserved for this request, and not for an earlier one.
   */
  readonly decide: (block: Reserved, hasReserved: boolean) => Decision;
}

/** Keys that are known; of more, those are dropped whose last reservation is longest ago, and the points of their blocks are lost. */
const maxKeys = 10_000;

interface Known<Reserved> {
  block: Reserved | undefined;
  /** Undefined between two calls. */
  reserving: Promise<Reserved> | undefined;
}

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
  /** Keys whose last reservation was after the last drop, and before. Dropped together: see `running-calls.ts` of the RPC. */
  let recent = new Map<string, Known<Reserved>>();
  let earlier = new Map<string, Known<Reserved>>();

  const keep = (key: string, known: Known<Reserved>): void => {
    if (recent.size >= maxKeys / 2 && !recent.has(key)) {
      earlier = recent;
      recent = new Map();
    }
    recent.set(key, known);
  };

  const reserveFor = async (known: Known<Reserved>, key: string): Promise<Reserved> => {
    try {
      const block = await reserve(key);
      known.block = block;
      return block;
    } finally {
      known.reserving = undefined;
    }
  };

  const takeNext = async (key: string, found: Known<Reserved> | undefined): Promise<Decision> => {
    const known = found ?? { block: undefined, reserving: undefined };
    for (;;) {
      const hasReserved = known.reserving === undefined;
      if (known.reserving === undefined) {
        keep(key, known);
        known.reserving = reserveFor(known, key);
      }
      const block = await known.reserving;
      if (block.granted === 0 || takeFrom(block)) return decide(block, hasReserved);
    }
  };

  return (key) => {
    const known = recent.get(key) ?? earlier.get(key);
    const block = known?.block;
    return block !== undefined && takeFrom(block) ? decide(block, false) : takeNext(key, known);
  };
}
