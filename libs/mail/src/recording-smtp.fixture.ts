import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { SecureVersion } from 'node:tls';
import { callbackify } from 'node:util';
import type { Issued } from '@patchbay/testing/certificates';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface RecordingSmtpOptions {
  /** Offers STARTTLS; with `fromTheStart`, speaks TLS only. Default: plain text only. */
  readonly tls?: Issued & { readonly fromTheStart?: boolean; readonly maxVersion?: SecureVersion };
  /** Whether it asks for a login, also in plain text. Default false. */
  readonly asksForLogin?: boolean;
}

export interface RecordingSmtp {
  readonly url: string;
  /** Accepted mails, in order. */
  readonly mails: Email[];
  /** The recipients (`RCPT TO`) of each accepted mail. */
  readonly envelopes: string[][];
  /** Error codes for `RCPT TO` by recipient: `550` is permanent, `451` temporary. */
  readonly refusals: Map<string, number>;
  /** Error code and text for the message data, by recipient. */
  readonly messageRefusals: Map<string, [code: number, text: string]>;
  /** By recipient: the mail is accepted only when the promise resolves. */
  readonly slow: Map<string, Promise<void>>;
  /** Resolves when so many mails are accepted. */
  reached(count: number): Promise<void>;
  /** The name and password of each login, and whether the connection was encrypted. */
  readonly logins: { readonly user: string; readonly password: string; readonly encrypted: boolean }[];
  stop(): Promise<void>;
}

const refusal = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });

/** A real SMTP server on loopback that stores the mails it accepts. `port` 0: any free port. */
export async function createRecordingSmtp(
  port = 0,
  { tls, asksForLogin = false }: RecordingSmtpOptions = {},
): Promise<RecordingSmtp> {
  const logins: RecordingSmtp['logins'] = [];
  const mails: Email[] = [];
  const awaited: { readonly count: number; readonly resolve: () => void }[] = [];
  const envelopes: string[][] = [];
  const refusals = new Map<string, number>();
  const messageRefusals = new Map<string, [number, string]>();
  const slow = new Map<string, Promise<void>>();
  const server = new SMTPServer({
    authOptional: !asksForLogin,
    allowInsecureAuth: true,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(asksForLogin ? [] : ['AUTH'])],
    secure: tls?.fromTheStart === true,
    ...(tls && { key: tls.key, cert: tls.certificate, minVersion: 'TLSv1' as const }),
    ...(tls?.maxVersion && { maxVersion: tls.maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' }),
    closeTimeout: 100,
    onAuth({ username, password }, { secure }, callback) {
      logins.push({ user: String(username), password: String(password), encrypted: secure });
      callback(null, { user: username });
    },
    onRcptTo({ address }, _session, callback) {
      const code = refusals.get(address);
      callback(code === undefined ? null : refusal(code, 'not here'));
    },
    onData(stream, session, callback) {
      const recipient = session.envelope.rcptTo[0]?.address ?? '';
      const receive = async (): Promise<void> => {
        const message = Buffer.concat((await stream.toArray()) as Buffer[]);
        await slow.get(recipient);
        const [code, text = ''] = messageRefusals.get(recipient) ?? [];
        if (code !== undefined) throw refusal(code, text);
        mails.push(await PostalMime.parse(message));
        envelopes.push(session.envelope.rcptTo.map(({ address }) => address));
        for (const { count, resolve } of awaited) if (mails.length >= count) resolve();
      };
      callbackify(receive)(callback);
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    url: `${tls?.fromTheStart ? 'smtps' : 'smtp'}://127.0.0.1:${address.port}`,
    mails,
    reached: (count) =>
      new Promise((resolve) => {
        if (mails.length >= count) resolve();
        else awaited.push({ count, resolve });
      }),
    logins,
    envelopes,
    refusals,
    messageRefusals,
    slow,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A server that accepts connections and never sends anything. */
export async function createSilentSmtp(): Promise<{
  readonly url: string;
  connections(): number;
  stop(): Promise<void>;
}> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
