import { once } from 'node:events';
import { freePort } from '@patchbay/servers/free-port';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  /** The recipients of the envelope. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
}

/** `refuse` answers 550 (permanent), `defer` 451 (temporary), `hang` never answers. */
export type SmtpBehaviour = 'accept' | 'refuse' | 'defer' | 'hang';

export interface TestSmtpServer {
  /** `smtp://127.0.0.1:port`, the same after a restart. */
  readonly url: string;
  /** Accepted mails, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** How many mails (`RCPT TO`) clients have offered, accepted or not. */
  readonly attempts: number;
  /** Applies from now on, to `recipient` only if there is one; without it the behaviour of all recipients is reset. */
  behave(behaviour: SmtpBehaviour, recipient?: string): void;
  /** Resolves with what is found in the accepted mails: `find` is asked now, and after each mail. `what` names it in the error message. */
  find<T>(
    find: (mails: readonly ReceivedMail[]) => T | undefined,
    what: string,
    timeoutMs?: number,
  ): Promise<T>;
  /** Waits for a mail to this address that no earlier call has returned. */
  nextMailTo(address: string, timeoutMs?: number): Promise<ReceivedMail>;
  start(): Promise<void>;
  /** Closes the port and all connections. */
  stop(): Promise<void>;
}

const refusal = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });

/** A real SMTP server on loopback that stores the mails it accepts. It listens when the promise resolves. */
export async function createSmtpServer(): Promise<TestSmtpServer> {
  const port = await freePort();
  const mails: ReceivedMail[] = [];
  const returned = new Set<ReceivedMail>();
  /** Called when a mail was accepted. */
  const waiting = new Set<() => void>();
  const behaviourByRecipient = new Map<string, SmtpBehaviour>();
  let defaultBehaviour: SmtpBehaviour = 'accept';
  let attempts = 0;
  let server: SMTPServer | undefined;

  const receive = async (
    from: string,
    to: string[],
    source: Buffer,
    answer: (error?: Error) => void,
  ): Promise<void> => {
    try {
      const { subject = '', text = '', html = '', messageId = '' } = await PostalMime.parse(source);
      mails.push({ from, to, subject, text, html, messageId });
    } catch {
      return answer(refusal(554, 'not a mail'));
    }
    answer();
    for (const look of waiting) look();
  };

  const build = (): SMTPServer =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      onRcptTo({ address }, _session, callback) {
        attempts += 1;
        const behaviour = behaviourByRecipient.get(address) ?? defaultBehaviour;
        if (behaviour === 'refuse') return callback(refusal(550, 'no such mailbox'));
        if (behaviour === 'defer') return callback(refusal(451, 'try again later'));
        if (behaviour === 'accept') callback();
      },
      onData(stream, { envelope }, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          void receive(from, to, Buffer.concat(chunks), callback);
        });
      },
    });

  const smtp: TestSmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get attempts() {
      return attempts;
    },
    behave(behaviour, recipient) {
      if (recipient !== undefined) {
        behaviourByRecipient.set(recipient, behaviour);
        return;
      }
      behaviourByRecipient.clear();
      defaultBehaviour = behaviour;
    },
    find: (find, what, timeoutMs = 120_000) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = find(mails);
          if (found === undefined) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`waited ${timeoutMs} ms in vain for ${what}`));
        }, timeoutMs);
        waiting.add(look);
        look();
      }),
    nextMailTo: (address, timeoutMs) =>
      smtp.find(
        () => {
          const next = mails.find((mail) => !returned.has(mail) && mail.to.includes(address));
          if (next !== undefined) returned.add(next);
          return next;
        },
        `a mail to ${address}`,
        timeoutMs,
      ),
    async start() {
      if (server !== undefined) return;
      const starting = build();
      // Some tests make clients disconnect in the middle of a mail; the error event must not end the process.
      starting.on('error', () => {});
      starting.listen(port, '127.0.0.1');
      await once(starting.server, 'listening');
      server = starting;
    },
    async stop() {
      const stopping = server;
      server = undefined;
      if (stopping !== undefined) await new Promise<void>((resolve) => stopping.close(() => resolve()));
    },
  };
  await smtp.start();
  return smtp;
}
