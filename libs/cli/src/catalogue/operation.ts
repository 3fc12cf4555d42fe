/** A parameter of path or query, or a field of a body. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'list' | 'object';
  readonly required: boolean;
  /** Null is a value of its own, which the word `null` stands for. */
  readonly nullable?: boolean;
  /** The values that it may have. */
  readonly options?: readonly string[];
  readonly maximum?: number;
  /** It is required where another field has one of these values. */
  readonly requiredWhen?: { readonly field: string; readonly values: readonly string[] };
  readonly example?: unknown;
}

/** A group of operations. */
export interface Tag {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** What an assistant gets of an operation. Texts of strangers must not bring one to give somebody access, so the API says it of each. */
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
  /** The body has other fields than those that are known here: those of a provider. */
  readonly isFree?: boolean;
  readonly creates?: boolean;
  /** The name of the list in the answer. */
  readonly items?: string;
  readonly isPaged?: boolean;
  /** The fields of the answer, or of one item of the list. */
  readonly fields: readonly string[];
  /** What people call a thing of the list, for examples. */
  readonly example?: string;
  readonly answer?: 'lines' | 'relay' | 'redirect' | 'none';
  /** The answer has other fields than those that are known here. */
  readonly isDocument?: boolean;
  /** Left out: it is no tool of assistants. */
  readonly assistant?: Assistant;
}
