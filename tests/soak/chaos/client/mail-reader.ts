import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import type { Mail } from '../verify/evidence.ts';

interface ReadMail extends Mail {
  readonly text: string;
}

export interface MailReader {
  /** All mails until now. */
  read(): Promise<readonly ReadMail[]>;
  /** The token of the newest sign-in link to an address that was mailed since `since`; undefined after the timeout. */
  linkTo(email: string, since: number, timeoutMs: number): Promise<string | undefined>;
}

/** Names begin with the time, to the millisecond: `2026-01-02T03-04-05-678Z-sign-in-link-0b7e.eml`. */
const timeOf = (name: string): number =>
  Date.parse(name.slice(0, 24).replace(/T(..)-(..)-(..)-(...)Z/, 'T$1:$2:$3.$4Z'));

const purposeOf = (name: string): string => (name.includes('-sign-in-link-') ? 'sign-in link' : 'invitation');

/** Reads the folder that the services write mails to; each file is parsed once. */
export function createMailReader(folder: string): MailReader {
  const mails = new Map<string, ReadMail>();
  let reading: Promise<void> | undefined;

  const readNew = async (): Promise<void> => {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      if (!name.endsWith('.eml') || mails.has(name)) continue;
      const { to = [], text = '' } = await PostalMime.parse(await readFile(join(folder, name)));
      mails.set(name, { to: to[0]?.address ?? '', purpose: purposeOf(name), at: timeOf(name), text });
    }
  };
  const read = async (): Promise<readonly ReadMail[]> => {
    reading ??= readNew().finally(() => {
      reading = undefined;
    });
    await reading;
    return [...mails.values()];
  };

  return {
    read,
    async linkTo(email, since, timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      while (Date.now() < deadline) {
        const links = (await read())
          .filter(({ to, purpose, at }) => to === email && purpose === 'sign-in link' && at >= since)
          .toSorted((one, other) => one.at - other.at);
        const token = /[?&]token=([\w-]+)/.exec(links.at(-1)?.text ?? '')?.[1];
        if (token !== undefined) return token;
        await sleep(100);
      }
      return undefined;
    },
  };
}
