import type { Answer, Problem } from '../../api/answer.ts';

interface RunEachOptions<Item, Result> {
  readonly items: readonly Item[];
  readonly call: (item: Item) => Promise<Answer<Result>>;
  /** Called once for each item that was tried. */
  readonly onAnswer: (item: Item, answer: Answer<Result>) => void;
  /** Called with the seconds that the API asks to wait, and with 0 when it goes on. */
  readonly onWait: (seconds: number) => void;
  /** Ends it. What runs is finished, the other items are not tried. */
  readonly signal: AbortSignal;
}

/** Calls that run at the same time. Browsers keep six connections to a host, and the page needs some. */
const parallel = 4;
/** How often an item is tried in all if the API asks to wait. */
const mostTries = 5;
/** Seconds, where a 429 names none. */
const usualWait = 10;

const asksToWait = ({ status, retryAfter }: Problem): boolean =>
  status === 429 || (status === 503 && retryAfter !== undefined);

/** No other item would be answered differently: there is no connection, or the session has ended. */
const endsAll = ({ status }: Problem): boolean => status === 0 || status === 401;

const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1_000);
    signal.addEventListener('abort', end);
  });

/** Calls the API for each item, a few at a time. If it asks to wait, all wait, and the refused items are sent again. */
export async function runEach<Item, Result>({
  items,
  call,
  onAnswer,
  onWait,
  signal,
}: RunEachOptions<Item, Result>): Promise<void> {
  const left = items.map((item) => ({ item, tries: 0 }));
  let waiting: Promise<void> | undefined;
  let isOver = false;
  const pause = async (seconds: number): Promise<void> => {
    onWait(seconds);
    await wait(seconds, signal);
    waiting = undefined;
    onWait(0);
  };
  const work = async (): Promise<void> => {
    for (;;) {
      await waiting;
      const next = isOver || signal.aborted ? undefined : left.shift();
      if (next === undefined) return;
      const answer = await call(next.item);
      if (!answer.ok && asksToWait(answer.problem) && next.tries + 1 < mostTries) {
        left.unshift({ item: next.item, tries: next.tries + 1 });
        waiting ??= pause(answer.problem.retryAfter ?? usualWait);
        continue;
      }
      if (!answer.ok && endsAll(answer.problem)) isOver = true;
      onAnswer(next.item, answer);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
}
