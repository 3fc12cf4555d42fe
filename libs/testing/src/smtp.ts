import { once } from 'node:events';
import { freePort } from '@patchbay/servers/free-port';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { waitFor } from './wait.ts';

export interface ReceivedMail {
  readonly from: string;
  /** Those the envelope named. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
}

/** Accept; refuse for good (550); put off (451); never answer. */
export type SmtpBehaviour = 'accept' | 'refuse' | 'defer' | 'hang';

export interface TestSmtpServer {
  /** `smtp://127.0.0.1:port`, the same after a restart. */
  readonly url: string;
  /** Accepted ones, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** How many mails were offered to it, in whatever way it behaved. */
  readonly attempts: number;
  /** From now on; for one recipient only where an address is given. */
  behave(behaviour: SmtpBehaviour, recipient?: string): void;
  /** The next mail to this address that no earlier call has given. */
  nextMailTo(address: string, timeoutMs?: number): Promise<ReceivedMail>;
  start(): Promise<void>;
  /** Closes its port and every connection. */
  stop(): Promise<void>;
}

const refusal = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });

/** A real SMTP server on loopback that remembers what it was sent. Started when it is returned. */
export async function createSmtpServer(): Promise<TestSmtpServer> {
  const port = await freePort();
  const mails: ReceivedMail[] = [];
  const given = new Set<ReceivedMail>();
  const exceptions = new Map<string, SmtpBehaviour>();
  let general: SmtpBehaviour = 'accept';
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
  };

  const build = (): SMTPServer =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      onRcptTo({ address }, _session, callback) {
        attempts += 1;
        const behaviour = exceptions.get(address) ?? general;
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
        exceptions.set(recipient, behaviour);
        return;
      }
      exceptions.clear();
      general = behaviour;
    },
    nextMailTo(address, timeoutMs = 10_000) {
      const next = () => mails.find((mail) => !given.has(mail) && mail.to.includes(address));
      return waitFor(next, { what: `a mail to ${address}`, timeoutMs }).then((mail) => {
        given.add(mail);
        return mail;
      });
    },
    async start() {
      if (server !== undefined) return;
      const starting = build();
      // A client that goes away in the middle is what some tests are about.
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
