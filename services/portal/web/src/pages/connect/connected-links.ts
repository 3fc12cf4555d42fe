import type { PageStorage } from '../../state/tab-storage.ts';
import type { Asked } from './flow.ts';

/** A link by which somebody has connected in this browser. The API only says of it that it no longer works. */
export interface ConnectedLink {
  /** The first characters of its token: enough to find it, and useless to anybody else. */
  readonly beginning: string;
  readonly connectedAt: string;
  readonly asked: Asked;
}

const key = 'patchbay.connected-links';
const beginningOf = (token: string): string => token.slice(0, 8);
/** The oldest link beyond it is forgotten. */
const most = 10;

type Memory = Pick<PageStorage, 'getItem' | 'setItem'>;

const read = (memory: Memory): readonly ConnectedLink[] =>
  JSON.parse(memory.getItem(key) ?? '[]') as readonly ConnectedLink[];

export function rememberConnectedLink(memory: Memory, token: string, asked: Asked, now: number): void {
  const link = { beginning: beginningOf(token), connectedAt: new Date(now).toISOString(), asked };
  memory.setItem(key, JSON.stringify([link, ...read(memory)].slice(0, most)));
}

export const connectedLink = (memory: Memory, token: string): ConnectedLink | undefined =>
  read(memory).find(({ beginning }) => beginning === beginningOf(token));
