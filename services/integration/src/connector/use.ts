import type { AppValues, Values } from './credentials.ts';

/**
 * Requests by method and path below the base of an api, such as `POST /campaigns/search`. `*` is one segment, or its part
 * before a `:verb`; `**` is the rest, also nothing. Upper and lower case are the same. Without a method: all methods.
 */
export type Pattern = string;

/** Accounts in one text, such as a list with commas. Default: the text is one account. */
export type ReadIds = (text: string) => readonly string[];

/**
 * The name of a parameter or header, or the pointer of a value in a JSON body. In a pointer `*` is each element,
 * `*[type=A]` each whose `type` is A, and `**` the value itself and every value in it: as the first step it finds a name at any
 * depth, and never suffices. Names count in any case, with and without underscores, because providers take them so.
 */
export type Place =
  | string
  | {
      readonly at: string;
      readonly ids?: ReadIds;
      /** Requests whose account the place tells. On others it is checked too, but does not suffice. Default: all. */
      readonly on?: readonly Pattern[];
      /** Whether each element of the last list in the pointer must have it to suffice: one without it is about every account. */
      readonly every?: true;
      /** Whether a header names what the accounts belong to: it counts only where nothing else tells the account. */
      readonly wider?: true;
      /** Whether a query may have it several times. */
      readonly repeats?: true;
    };

/** Where requests name the account that they are for. Every place that a request has is read. */
export interface AccountPlaces {
  /** Paths in which `{account}` is the account, such as `/customers/{account}/**`. */
  readonly path?: readonly string[];
  readonly query?: readonly Place[];
  readonly header?: readonly Place[];
  readonly body?: readonly Place[];
  /** Matches an account, its first group, in any text of the path, the query and the body, such as a resource name. It matches no quote. */
  readonly anywhere?: RegExp | { readonly at: RegExp; readonly on: readonly Pattern[] };
}

/** What ids look like: any of these. */
export interface IdShape {
  /** The fewest and the most digits, behind any number of zeros. */
  readonly digits?: readonly [fewest: number, most: number];
  /** The fewest and the most lower-case letters and digits. */
  readonly word?: readonly [fewest: number, most: number];
  /** Begins with a letter or digit. To look for it takes longest. */
  readonly expression?: RegExp;
}

/**
 * Tells accounts from other things in all that a caller with certain accounts sends, besides the documented places: by names, which
 * `relay/name-meanings.ts` reads, and by the shape of ids.
 */
export interface AccountNames {
  /** The shape of an account's id. Whatever has it under a name that nothing is known of has to be granted. */
  readonly shape: IdShape;
  /** The same for all spellings of one id, such as `act_1` and `1`. */
  readonly plain?: (id: string) => string;
  /**
   * Names that are something else although they look like an account's, or although their values have the shape of its ids: of
   * documented requests, besides the names that all systems use. Any case, with and without underscores.
   */
  readonly otherNames?: readonly string[];
  /** Whether ids stand in texts behind the name of their collection, as in `customers/1/campaigns/2`, which says what they are. */
  readonly hasResourceNames?: true;
}

/** A part of a JSON body that makes a report a change: it repeats, or is delivered elsewhere. */
export interface BodyCondition {
  readonly at: string;
  /** The values with which it stays a read, in lower case. Default: none, so that any value but an empty one makes it a change. */
  readonly harmless?: readonly string[];
}

/** A request as `Api.check` sees it. */
export interface CheckedRequest {
  /** Decoded, below the base of the api, without a slash at the end. */
  readonly path: string;
  /** The decoded values of a parameter, in every spelling of its name. */
  readonly values: (name: string) => readonly string[];
}

/** A named base address of a provider, and its rules. */
export interface Api {
  readonly name: string;
  readonly description: string;
  /** The documented address with the version, without a slash at the end. */
  readonly baseUrl: string | ((settings: Values, app: AppValues) => string);
  /** Headers, by names in lower case, that are sent where the caller sends none. Rules read them like those of the caller. */
  readonly defaultHeaders?: (
    settings: Values,
    path: string,
    sent: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>>;
  /**
   * Headers, by names in lower case, by which the provider decides whose data a request is about. A caller with a grant for some accounts
   * may only name these accounts in them, or what Patchbay would send.
   */
  readonly pinnedHeaders?: readonly string[];
  /** What only reads, besides GET and HEAD. */
  readonly reads?: readonly Pattern[];
  /** What starts a report. It only reads unless the body has one of `changedBy`. */
  readonly reports?: readonly Pattern[];
  readonly changedBy?: readonly BodyCondition[];
  /** What changes although GET, HEAD or `reads` cover it. */
  readonly changes?: readonly Pattern[];
  /** A header, in lower case, whose values make any request a change, except the harmless ones, in lower case. */
  readonly changingHeader?: { readonly name: string; readonly harmless: readonly string[] };
  /** What is never relayed: tokens, permissions, users. */
  readonly refused: readonly Pattern[];
  /** Relays nothing but this, for an api whose other paths are not documented. */
  readonly only?: readonly Pattern[];
  /** A function: requests name no account, and are about the one that it finds in the settings. */
  readonly account: AccountPlaces | ((settings: Values) => string | undefined);
  /** Uploads, whose bodies may be files of any type. Under a pin such a file is refused, because it may name accounts. */
  readonly uploads?: readonly Pattern[];
  /** Downloads, whose files have none of the hidden names: they may come in any format. */
  readonly files?: readonly Pattern[];
  /** Requests without data of an account, such as dictionaries. */
  readonly free?: readonly Pattern[];
  /** What patterns cannot say. `refused`: never relayed. `unpinned`: may be about accounts that the request does not name. */
  readonly check?: (request: CheckedRequest) => 'refused' | 'unpinned' | undefined;
  /** Whether a path may begin with a colon that follows the base itself, as in `/v25:listPlannableLocations`. */
  readonly colonAfterBase?: true;
  /** Whether every path has to end with a slash; Patchbay adds it. */
  readonly endsWithSlash?: true;
  /** Bytes of a query above which a GET is sent as a POST with `X-HTTP-Method-Override: GET` and the query in the body. */
  readonly longestQuery?: number;
}

/**
 * A read that shows data of one account at once, which the console sends for somebody who has just connected. `{account}` stands for the
 * id of the account, and in the title for its name. `{parent}` in a header stands for its `parentId`; without one the header is left out.
 */
export interface FirstRead {
  readonly title: string;
  /** The name of one of `apis`. */
  readonly api: string;
  readonly method: 'GET' | 'POST';
  /** Below the base of the api, encoded, with the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** The setting that names accounts of the kind that is read: a partner or a manager has no such rows. */
  readonly accountSetting: string;
  /** A JSON pointer to the list in the answer. */
  readonly rows: string;
  /** JSON pointers within a row. */
  readonly columns: readonly { readonly name: string; readonly at: string }[];
}

/** What an integration may be asked for; every provider can be read. */
export type UseAccess = 'read' | 'manage';

/** How a provider is used through the relay; each folder in `providers/` has one in `use.ts`. */
export interface Use {
  /** What a client can be asked for. */
  readonly access: readonly ['read'] | readonly ['read', 'manage'];
  /** Whether a scope of the provider allows reading alone. Otherwise the relay holds callers to reads. */
  readonly hasReadScope?: true;
  /** Whether integrations from before were asked for changes although there is a scope for reading. */
  readonly managedBefore?: true;
  readonly apis: readonly Api[];
  /** Headers of the caller that are sent besides the common ones, in lower case, also in place of one that Patchbay sets. */
  readonly sentHeaders?: readonly string[];
  /** Headers of answers that are returned besides the common ones: request ids and limits, in lower case. */
  readonly returnedHeaders?: readonly string[];
  /** Headers that are refused besides the common ones and those that authorize, in lower case. */
  readonly refusedHeaders?: readonly string[];
  /** Parameters that are refused besides the common ones. */
  readonly refusedParameters?: readonly string[];
  /** Whether parameters may also stand in the body: in a form, or as the names of a JSON object. */
  readonly hasBodyParameters?: true;
  /** JSON names whose values answers must not show, besides the common ones. Where there are some, answers come as JSON alone. */
  readonly hiddenNames?: readonly string[];
  readonly accountNames: AccountNames;
  /** Whether the connector lists the accounts of a connection. */
  readonly listsAccounts: boolean;
  /** The settings that name an account, the narrowest first. */
  readonly accountSettings: readonly string[];
  readonly firstRead: FirstRead;
  /** The requests that our app may send in a minute, where the provider counts them so: organizations share them. */
  readonly limitPerApp?: { readonly perMinute: number };
}
