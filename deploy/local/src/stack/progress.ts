/** What the supervisor sends to the `make up` that started it. */
export interface Progress {
  readonly line: string;
  /** Nothing more follows: `make up` returns, and the supervisor goes on. */
  readonly done?: 'ready' | 'not ready';
}

/** The supervisor's exit code if another one holds the lock of its folder. */
export const alreadyRunning = 3;

/** The last line of `make up`. */
export const runningAt = (address: string, mailbox: string | undefined): string =>
  `\nPatchbay is running at ${address}. ${mailbox === undefined ? '' : `Mails are in ${mailbox}. `}\`make down\` stops it.`;
