import type { Context } from './context.ts';

/** The completion of an argument or of the value of a flag: fixed words, or a list of the API. */
export type Completes = readonly string[] | 'files' | { readonly operationId: string };

export interface Argument {
  readonly name: string;
  readonly description: string;
  readonly isOptional?: boolean;
  /** Takes all arguments that follow. */
  readonly isVariadic?: boolean;
  readonly completes?: Completes;
}

export interface Flag {
  /** Without the dashes. */
  readonly name: string;
  readonly description: string;
  /** The placeholder of the value in help. Undefined: the flag is a switch. */
  readonly value?: string;
  readonly isValueOptional?: boolean;
  /** May be given several times; its value is a list. */
  readonly repeats?: boolean;
  readonly completes?: Completes;
}

/** The parsed flags by name. `undefined`: not given. */
export interface Given {
  readonly args: readonly (string | undefined)[];
  readonly flags: Readonly<Record<string, string | true | readonly string[] | undefined>>;
}

/** A command. Help, completion, the reference under docs/ and man pages follow from it. */
export interface Command {
  /** `['integration', 'connect']` is `patchbay integration connect`. */
  readonly path: readonly string[];
  /** One line, without a full stop. */
  readonly summary: string;
  readonly description?: string;
  readonly args?: readonly Argument[];
  readonly flags?: readonly Flag[];
  /** Each is a whole command line, and may have a comment behind `#`. */
  readonly examples?: readonly string[];
  /** Takes `--json`, `--jq` and `--csv`. */
  readonly printsData?: boolean;
  readonly isHidden?: boolean;
  run(context: Context, given: Given): Promise<void>;
}
