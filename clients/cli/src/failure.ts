import { PatchbayError } from '@patchbay/client';
import { cleanLine } from './text/clean.ts';

/** The exit codes. */
export const exitCodes = {
  success: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  notSignedIn: 4,
  notAllowed: 5,
  /** 128 + SIGINT, as in shells. */
  interrupted: 130,
} as const;

/** The exit codes, for help. */
export const exitCodeMeanings: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'It worked.'],
  ['1', 'It failed.'],
  ['2', 'The command line or the request is wrong.'],
  ['3', 'Something was not found.'],
  ['4', 'You are not signed in.'],
  ['5', 'You may not do that.'],
  ['130', 'Ctrl-C ended it.'],
];

/** Ends a command with a message for people. `hint` says what to do. */
export class Failure extends Error {
  override name = 'Failure';
  readonly exitCode: number;
  readonly hint: string | undefined;

  constructor(message: string, exitCode: number = exitCodes.failure, hint?: string) {
    super(message);
    this.exitCode = exitCode;
    this.hint = hint;
  }
}

export const usageFailure = (message: string, hint?: string): Failure =>
  new Failure(message, exitCodes.usage, hint);

export const notSignedIn = (message = 'You are not signed in.'): Failure =>
  new Failure(message, exitCodes.notSignedIn, 'Run `patchbay login`, or set PATCHBAY_API_KEY.');

/** The hint for a refused credential. */
export const refusedHint =
  'Run `patchbay login`, or check PATCHBAY_API_KEY: where it is set, no session is used.';

/** Whether the API demands a fresh proof of identity. */
export const isConfirmationRequired = (error: unknown): boolean =>
  error instanceof PatchbayError && error.status === 403 && error.message.startsWith('confirmation_required');

/** The hints for the codes at the start of the detail of a 403. */
const codeHints: Readonly<Record<string, string>> = {
  confirmation_required: 'Run `patchbay login`, then repeat the command.',
  passkey_required: 'Sign in with a passkey in your browser, then run `patchbay login` and let it in there.',
};

/** The detail of a problem without its code, and the hint for the code. */
function codeOf({ status, message }: PatchbayError): { text: string; hint?: string | undefined } {
  const [, code = '', text = ''] = /^([a-z_]+): (.+)$/s.exec(message) ?? [];
  const hint = status === 403 ? codeHints[code] : undefined;
  return hint === undefined ? { text: message } : { text, hint };
}

const byStatus: Readonly<Record<number, number>> = {
  400: exitCodes.usage,
  401: exitCodes.notSignedIn,
  403: exitCodes.notAllowed,
  404: exitCodes.notFound,
};

/** The exit code for an answer that is not a success. */
export const exitCodeOfStatus = (status: number): number => byStatus[status] ?? exitCodes.failure;

export function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode;
  if (error instanceof PatchbayError) return exitCodeOfStatus(error.status);
  return exitCodes.failure;
}

/** The lines of an error for people. Line breaks are removed from texts of the host, so that it cannot forge lines. */
export function linesOf(error: unknown): string[] {
  if (error instanceof Failure) return [error.message, ...(error.hint === undefined ? [] : [error.hint])];
  // The cause names the host, the reason and what to do.
  if (error instanceof PatchbayError && error.cause instanceof Failure) return linesOf(error.cause);
  if (error instanceof PatchbayError) {
    const { text, hint: ofCode } = codeOf(error);
    const fields = error.errors.map(({ path, message }) => `  ${cleanLine(`${path} ${message}`)}`);
    const hint =
      error.status === 401
        ? [refusedHint]
        : error.message === 'Not Found'
          ? ['Check --org, --workspace and the id. What you may not see is not found either.']
          : ofCode === undefined
            ? []
            : [ofCode];
    const wait = error.retryAfter === undefined ? [] : [`Try again in ${error.retryAfter} s.`];
    const request = error.requestId === undefined ? [] : [cleanLine(`Request id: ${error.requestId}`)];
    return [cleanLine(text), ...fields, ...wait, ...hint, ...request];
  }
  return [error instanceof Error ? error.message : String(error)];
}
