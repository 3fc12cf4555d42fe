import type { Context } from './context.ts';

/** What completes an argument or the value of a flag: fixed words, or a list that the API has. */
export type Completes =
  | readonly string[]
  | 'organizations'
  | 'workspaces'
  | 'providers'
  | 'files'
  | { readonly operationId: string };

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
  /** What stands for the value in help; a flag without one is a switch. */
  readonly value?: string;
  readonly isValueOptional?: boolean;
  /** May be given several times; its value is a list. */
  readonly repeats?: boolean;
  readonly completes?: Completes;
}

/** What was typed: flags by their names, `undefined` where they were not given. */
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
