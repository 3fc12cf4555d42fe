import type { Input, Item, OperationId, Output, PagedId } from '@patchbay/client';
import {
  type Query,
  QueryCache,
  QueryClient,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { type Answer, answerOf, type Problem, problemOf } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { withConfirmation } from './confirmation.ts';

/** How often what is looked at is read again. Pauses while the tab is hidden. */
const refreshMs = 15_000;

const ended = new Set<() => void>();

/** Calls back when the API no longer takes the session. Returns what ends that. */
export function onSessionEnded(listener: () => void): () => void {
  ended.add(listener);
  return () => ended.delete(listener);
}

/**
 * What was read, by operation and input. Reads again after every change, in every tab, when the tab is looked at, and every 15 seconds. A
 * failed read is not repeated at once: the page says so, and the next refresh repeats it. The first read that the API refuses without a
 * session stops the others: each would count as an attempt with a wrong credential.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (problemOf(error).status !== 401) return;
      void queries.cancelQueries();
      for (const listener of ended) listener();
    },
  }),
  defaultOptions: {
    // The session is looked at first when a tab is: see `refresh`.
    queries: { retry: false, staleTime: 2_000, refetchOnWindowFocus: false },
    // What was sent and answered, a new key for instance, is not kept.
    mutations: { retry: false, networkMode: 'always', gcTime: 0 },
  },
});

const otherTabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('patchbay') : undefined;
otherTabs?.addEventListener('message', () => void readAgain());

/** Whether others can have changed it meanwhile. */
const isLive = ({ meta }: Query): boolean => meta?.['live'] !== false;

/** Reads everything on the page again. A hidden tab does so when it is looked at. */
export const readAgain = (): Promise<void> =>
  queries.invalidateQueries({
    predicate: isLive,
    refetchType: document.visibilityState === 'hidden' ? 'none' : 'active',
  });

/** Reads everything on the page again after a change, here and in the other tabs. */
export async function refresh(): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin
  otherTabs?.postMessage('changed');
  await readAgain();
}

/** When a read is repeated by itself. Not what the caller may not see, and not before the API wants to be asked again. */
function intervalAfter(error: Error | null, everyMs: number): number | false {
  if (error === null) return everyMs;
  const { status, retryAfter = 0 } = problemOf(error);
  return [401, 403, 404].includes(status) ? false : Math.max(refreshMs, retryAfter * 1_000);
}

let reader: string | undefined;

/** Says who reads from now on. What was read for another person is removed. */
export function readAs(person: string): void {
  if (reader !== undefined && reader !== person) queries.clear();
  reader = person;
}

interface ReadOptions {
  /** Default true. */
  readonly enabled?: boolean;
  /** False: it is read once, and again only when somebody asks for it, because it hardly changes or costs a lot. Default true. */
  readonly live?: boolean;
  /** How often it is read again by itself, in milliseconds. Default 15 seconds. */
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

/** What names an organization or workspace in an address. */
type Slugs = Readonly<Record<string, string>>;

const hasSlugs = (slugs: Slugs, { queryKey: [, input] }: Query): boolean =>
  Object.entries(slugs).every(([name, slug]) => (input as Slugs | undefined)?.[name] === slug);

/** Removes what was read by the slugs of an organization or workspace: another one can be given them. `except`: an operation whose reads stay. */
export const forgetReads = (slugs: Slugs, except?: OperationId): void =>
  queries.removeQueries({
    predicate: (query) => query.queryKey[0] !== except && hasSlugs(slugs, query),
  });

/** The operations that answer whose slugs they were given. */
const lookups: readonly OperationId[] = ['getOrganization', 'getWorkspace'];

/** Reads, and removes what was read by the same slugs when they were those of another organization or workspace. */
async function read<Id extends OperationId>(id: Id, input: Input<Id>, signal: AbortSignal) {
  const before = queries.getQueryData([id, input]);
  const answer = await callOf(id)(input, { signal });
  if (lookups.includes(id) && before !== undefined && idOf(before) !== idOf(answer))
    forgetReads(input as Slugs, id);
  return answer;
}

const idOf = (answer: unknown): unknown => (answer as { readonly id?: unknown }).id;

/** The method of an operation. Its types depend on the operation, which TypeScript cannot follow through an index. */
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
    refetchInterval: ({ state }) => live && intervalAfter(state.error, everyMs),
  });

/** Reads what a page will ask for. Failures are the page's to show. */
export const prefetchRead = ([id, input]: Read): void =>
  void queries.prefetchQuery({
    queryKey: [id, input],
    queryFn: ({ signal }) => read(id, input, signal),
  });

export interface Pages<Row> {
  readonly query: UseInfiniteQueryResult;
  /** Undefined: nothing arrived yet. */
  readonly rows: readonly Row[] | undefined;
  /** Reads the next page, if there is one and it is not on its way. */
  readonly more: () => void;
}

/** Beyond these pages a list is no longer read again by itself: each refresh would read all of them. */
const livePages = 4;

/** Reads the pages of an operation, one after the other as they are asked for. `items`: the name of the list in its answer. */
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
      // Not after a failure: the list would ask for it without a pause.
      if (!query.hasNextPage || query.isFetching || query.isError) return;
      // A list can ask twice before it learns that the page is on its way. The second call joins the first.
      void query.fetchNextPage({ cancelRefetch: false });
    },
  };
}

export interface Change<Id extends OperationId> {
  /** Resolves with the answer or the problem, and never rejects. Everything on the page is read again after a success. */
  readonly run: (input: Input<Id>) => Promise<Answer<Output<Id>>>;
  readonly busy: boolean;
  /** Why the last run failed. */
  readonly problem: Problem | undefined;
  /** Forgets the problem. */
  readonly reset: () => void;
}

/** Changes with an operation of the API. Asks the person to prove who they are where the API wants that. */
export function useChange<Id extends OperationId>(id: Id): Change<Id> {
  const mutation = useMutation({
    mutationFn: (input: Input<Id>) => withConfirmation(() => callOf(id)(input)),
    // Not awaited: who changed something sees that it is done, and then what it became.
    onSuccess: () => void refresh(),
  });
  return {
    run: async (input) => {
      const answer = await answerOf(mutation.mutateAsync(input));
      // The caller has the answer, which may be a secret that is shown once. Nobody else keeps it.
      if (answer.ok) mutation.reset();
      return answer;
    },
    busy: mutation.isPending,
    problem: mutation.error === null ? undefined : problemOf(mutation.error),
    reset: mutation.reset,
  };
}
