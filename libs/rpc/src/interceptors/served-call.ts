import type { DescMethod } from '@bufbuild/protobuf';
import type { ContextValues } from '@connectrpc/connect';

/** A call that is being served, by `CallConnection` or by Connect's own. */
export interface ServedCall {
  readonly method: DescMethod;
  readonly values: ContextValues;
  /** Created when first accessed in calls that Connect does not serve. */
  readonly signal: AbortSignal;
  /** A request header; `name` is in lower case. */
  header(name: string): string | undefined;
}

/** Runs `handle` with what surrounds every served call; settles as it does, or rejects with a ConnectError. */
export type ServeCall = <T>(call: ServedCall, handle: () => Promise<T>) => Promise<T>;
