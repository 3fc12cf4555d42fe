import type { Input, Item, OperationId, Output, PagedId } from '@patchbay/client';
import {
  type Query,
  QueryCache,
  QueryClient,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { type Answer, answerOf, isUnreachable, type Problem, problemOf } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { withConfirmation } from './confirmation.ts';
import { isReachable, noteAnswer, onReachable } from './reachable.ts';

/** Polling interval of the open page, in milliseconds. Polling stops while the tab is hidden. */
const refreshMs = 15_000;

/** Polling interval while the API does not answer, in milliseconds. */
const unreachableMs = 5_000;

const ended = new Set<() => void>();

/** Calls back when the API refuses the session. Returns the function that unsubscribes. */
export function onSessionEnded(listener: () => void): () => void {
  ended.add(listener);
  return () => ended.delete(listener);
}

/**
 * The cache of reads, by operation and input. Reads are repeated after every change in any tab, when the tab becomes visible, and every 15
 * seconds. A failed read is not retried at once: the page shows the failure, and the next refresh repeats it. The first 401 cancels the other
 * reads, because each would count as an attempt with a wrong credential.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: () => noteAnswer(),
    onError: (error) => {
      noteAnswer(error);
      if (problemOf(error).status !== 401) return;
      void queries.cancelQueries();
      for (const listener of ended) listener();
    },
  }),
  defaultOptions: {
    // When a tab becomes visible, the session is checked first: see `refresh`.
    queries: { retry: false, staleTime: 2_000, refetchOnWindowFocus: false },
    // Input and answer are not cached: they can be secrets, such as a new key.
    mutations: { retry: false, networkMode: 'always', gcTime: 0 },
  },
});

// Once the API answers again, everything that failed meanwhile is read again.
onReachable(() => {
  if (isReachable())
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
});

const otherTabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('patchbay') : undefined;
otherTabs?.addEventListener('message', () => void readAgain());

/** Whether the read is live: others can change what it returns. */
const isLive = ({ meta }: Query): boolean => meta?.['live'] !== false;

/** Repeats all reads of the page. A hidden tab does so when it becomes visible. */
export const readAgain = (): Promise<void> =>
  queries.invalidateQueries({
    predicate: isLive,
    refetchType: document.visibilityState === 'hidden' ? 'none' : 'active',
  });

/** Repeats all reads after a change, in this tab and the others. */
export async function refresh(): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin
  otherTabs?.postMessage('changed');
  await readAgain();
}

/** The polling interval after an error: none if the caller may not read it, and at least `Retry-After`. What is not live is polled until the API answers. */
function intervalAfter(error: Error | null, everyMs: number): number | false {
  if (error === null) return everyMs;
  const problem = problemOf(error);
  const { status, retryAfter = 0 } = problem;
  if (isUnreachable(problem)) return unreachableMs;
  return [401, 403, 404].includes(status) ? false : Math.max(refreshMs, retryAfter * 1_000);
}

let reader: string | undefined;

/** Sets the person who reads. Clears the cache of another person. */
export function readAs(person: string): void {
  if (reader !== undefined && reader !== person) queries.clear();
  reader = person;
}

const isLost = (error: Error | null): boolean => error !== null && isUnreachable(problemOf(error));

interface ReadOptions {
  /** Default true. */
  readonly enabled?: boolean;
  /** False: it is read once, and again only on request, because it rarely changes or is expensive. Default true. */
  readonly live?: boolean;
  /** Polling interval in milliseconds. Default 15 seconds. */
  readonly everyMs?: number;
}

/** An operation of the API and its input. */
export type Read = {
  [Id in OperationId]: readonly [id: Id, input: Input<Id>];
}[OperationId];

type Call<Id extends OperationId> = (
  input: Input<Id>,
  options?: { readonly signal?: AbortSignal },
) => Promise<Output<Id>>;

/** The slugs in the URL, by parameter. */
type Slugs = Readonly<Record<string, string>>;

const hasSlugs = (slugs: Slugs, { queryKey: [, input] }: Query): boolean =>
  Object.entries(slugs).every(([name, slug]) => (input as Slugs | undefined)?.[name] === slug);

/** Removes the reads with these slugs, which another organization or workspace can get. `except`: an operation whose reads are kept. */
export const forgetReads = (slugs: Slugs, except?: OperationId): void =>
  queries.removeQueries({
    predicate: (query) => query.queryKey[0] !== except && hasSlugs(slugs, query),
  });

/** The operations that return the organization or workspace with a slug. */
const lookups: readonly OperationId[] = ['getOrganization', 'getWorkspace'];

/** Reads. If the slugs belong to another organization or workspace than before, removes the other reads with these slugs. */
async function read<Id extends OperationId>(id: Id, input: Input<Id>, signal: AbortSignal) {
  const before = queries.getQueryData([id, input]);
  const answer = await callOf(id)(input, { signal });
  if (lookups.includes(id) && before !== undefined && idOf(before) !== idOf(answer))
    forgetReads(input as Slugs, id);
  return answer;
}

const idOf = (answer: unknown): unknown => (answer as { readonly id?: unknown }).id;

/** The client method of an operation. TypeScript cannot infer its types from the index. */
const callOf = <Id extends OperationId>(id: Id): Call<Id> => api[id] as unknown as Call<Id>;

/** Reads with an operation of the API. */
export const useRead = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { enabled = true, live = true, everyMs = refreshMs }: ReadOptions = {},
): UseQueryResult<Output<Id>> =>
  useQuery({
    queryKey: [id, input],
    // An operation that answers nothing is never read.
    queryFn: ({ signal }) => read(id, input, signal),
    enabled,
    meta: { live },
    refetchInterval: ({ state }) => (live || isLost(state.error)) && intervalAfter(state.error, everyMs),
  });

/** Reads with an operation of the API for each input, once. */
export const useReads = <Id extends OperationId>(
  id: Id,
  inputs: readonly Input<Id>[],
): UseQueryResult<Output<Id>>[] =>
  useQueries({
    queries: inputs.map((input) => ({
      queryKey: [id, input],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => read(id, input, signal),
      meta: { live: false },
    })),
  });

/** Fills the cache before the page renders. The page shows failures. */
export const prefetchRead = ([id, input]: Read): void =>
  void queries.prefetchQuery({
    queryKey: [id, input],
    queryFn: ({ signal }) => read(id, input, signal),
  });

interface Pages<Row> {
  readonly query: UseInfiniteQueryResult;
  /** Undefined: not loaded yet. */
  readonly rows: readonly Row[] | undefined;
  /** Reads the next page if there is one and it is not being read. */
  readonly more: () => void;
}

/** A list with more pages is not polled, because each refresh reads all of them. */
const livePages = 4;

/** Reads the pages of an operation on demand. `items`: the name of the list in the answer. */
export function usePages<Id extends PagedId>(
  id: Id,
  items: keyof Output<Id> & string,
  input: Omit<Input<Id>, 'cursor'>,
  { enabled = true, live = true, everyMs = refreshMs }: ReadOptions = {},
): Pages<Item<Id>> {
  const query = useInfiniteQuery({
    queryKey: [id, input, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      callOf(id)({ ...input, ...(pageParam !== undefined && { cursor: pageParam }) } as Input<Id>, {
        signal,
      }) as Promise<Readonly<Record<string, unknown>>>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last['nextCursor'] as string | null) ?? undefined,
    enabled,
    meta: { live },
    refetchInterval: ({ state }) =>
      live && (state.data?.pages.length ?? 0) <= livePages && intervalAfter(state.error, everyMs),
  });
  return {
    query,
    rows: query.data?.pages.flatMap((page) => page[items] as Item<Id>[]),
    more: () => {
      // Not after a failure, which the list would repeat in a loop.
      if (!query.hasNextPage || query.isFetching || query.isError) return;
      // A list can call it twice before it renders again. The second call joins the first request.
      void query.fetchNextPage({ cancelRefetch: false });
    },
  };
}

export interface Change<Id extends OperationId> {
  /** Resolves with the answer or the problem, and never rejects. Refreshes all reads after a success. */
  readonly run: (input: Input<Id>) => Promise<Answer<Output<Id>>>;
  readonly busy: boolean;
  /** Why the last run failed. */
  readonly problem: Problem | undefined;
  /** Forgets the problem. */
  readonly reset: () => void;
}

/** Changes with an operation of the API. Asks the person for a confirmation if the API demands it. */
export function useChange<Id extends OperationId>(id: Id): Change<Id> {
  const mutation = useMutation({
    mutationFn: (input: Input<Id>) => withConfirmation(id, () => callOf(id)(input)),
    // Not awaited: the success is shown before the refreshed reads.
    onSuccess: () => void refresh(),
  });
  return {
    run: async (input) => {
      const answer = await answerOf(mutation.mutateAsync(input));
      // Clears the stored answer, which may be a secret that is shown once.
      if (answer.ok) mutation.reset();
      return answer;
    },
    busy: mutation.isPending,
    problem: mutation.error === null ? undefined : problemOf(mutation.error),
    reset: mutation.reset,
  };
}
