/** A parameter of path or query, or a field of a body. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'list' | 'object';
  readonly required: boolean;
  /** Nullable: the argument `null` sends null. */
  readonly nullable?: boolean;
  /** The allowed values. */
  readonly options?: readonly string[];
  readonly maximum?: number;
  /** Required if another field has one of these values. */
  readonly requiredWhen?: { readonly field: string; readonly values: readonly string[] };
  readonly example?: unknown;
}

/** A group of operations. */
export interface Tag {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** How an operation is offered to assistants. The API declares it per operation, so that prompt injection cannot grant access. */
export type Assistant =
  | { readonly reads: true }
  | {
      readonly changes: {
        readonly destructive: boolean;
        readonly idempotent: boolean;
        /** The fields of the body that it may send. */
        readonly fields?: readonly string[];
      };
    };

/** What the OpenAPI document says of an operation, as far as commands, help and tools need it. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** `none`: it takes no credential. `session`: API keys are refused. */
  readonly credentials: 'none' | 'session' | 'any';
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  /** The fields of the body. */
  readonly body?: readonly Parameter[];
  /** The body also has the fields of a provider, which are not known here. */
  readonly isFree?: boolean;
  readonly creates?: boolean;
  /** The name of the list in the answer. */
  readonly items?: string;
  readonly isPaged?: boolean;
  /** The fields of the answer, or of one item of the list. */
  readonly fields: readonly string[];
  /** An example of the name of an item. */
  readonly example?: string;
  readonly answer?: 'lines' | 'relay' | 'redirect' | 'none';
  /** The answer also has fields that are not known here. */
  readonly isDocument?: boolean;
  /** Undefined: assistants do not get the operation. */
  readonly assistant?: Assistant;
}
