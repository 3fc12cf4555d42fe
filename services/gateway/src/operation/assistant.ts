import type { z } from 'zod';

/** Why an operation is no tool of an assistant, in words that follow "because it". */
export type NeverReason =
  /** Somebody may do or see more afterwards: a person, an API key, or whoever is behind an address or a link. */
  | 'gives access'
  /** A credential, or a link that is one, is in the request or in the answer. */
  | 'shows or takes a credential'
  /** An account, an organization or a workspace is gone afterwards, with everything in it. */
  | 'takes everything away'
  /** Redirects, streams and this document are nothing for a tool; the relay has a tool of its own. */
  | 'is for programs and browsers';

/**
 * What a program that works for somebody, and reads texts of strangers, gets of an operation. Nobody may make it give access by such a
 * text: what gives a person, an API key or an address access is never a tool, and no field of a tool does so.
 */
export type Assistant =
  | { readonly never: NeverReason }
  /** It changes nothing. */
  | { readonly reads: true }
  | {
      readonly changes: {
        /** What was there before is lost or replaced, for good or until somebody undoes it. False: it only adds. */
        readonly destructive: boolean;
        /** The same request once more changes nothing further. */
        readonly idempotent: boolean;
        /** The fields of the body that it may send. A new field is none of them until somebody names it here. */
        readonly fields?: readonly string[];
      };
    };

type FieldOf<B extends z.ZodType> = keyof z.input<B> & string;

/** Of an operation with a body, a change lists the fields of that body. */
export type AssistantOf<B extends z.ZodType> =
  | Exclude<Assistant, { readonly changes: unknown }>
  | {
      readonly changes: {
        readonly destructive: boolean;
        readonly idempotent: boolean;
      } & ([B] extends [z.ZodUndefined]
        ? { readonly fields?: never }
        : { readonly fields: readonly [FieldOf<B>, ...FieldOf<B>[]] });
    };

export const never = (reason: NeverReason): { readonly never: NeverReason } => ({ never: reason });
/** It adds something: what is there stays as it is. */
export const adds = { destructive: false, idempotent: false } as const;
/** It replaces what is there by what the request says, so that the same request once more changes nothing. */
export const replaces = { destructive: true, idempotent: true } as const;
/** It ends something, which can be ended once. */
export const ends = { changes: { destructive: true, idempotent: true } } as const;
export const reads = { reads: true } as const;
