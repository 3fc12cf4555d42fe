import { portsFrom } from './ports.ts';

/** What the supervisor sends to the `make up` that started it. */
export interface Progress {
  readonly line: string;
  /** Nothing more follows: `make up` returns, and the supervisor goes on. */
  readonly done?: 'ready' | 'not ready';
}

/** The supervisor's exit code if another one holds the lock of its folder. */
export const alreadyRunning = 3;

/** The port of the Portal follows that of the API. */
const pagesAt = (address: string): string =>
  `http://localhost:${portsFrom(Number(new URL(address).port)).services.portal.main}`;

/** The last line of `make up`. */
export const runningAt = (address: string, mailbox: string | undefined): string =>
  `\nPatchbay is running at ${address}. Its pages are at ${pagesAt(address)}. ${mailbox === undefined ? '' : `Mails are in ${mailbox}. `}\`make down\` stops it.`;
