import type { Schemas } from '../../api/answer.ts';
import { type Outcome, outcomeIn, type Told, toldIn } from './outcome.ts';

/** The names that a connect link shows, which later pages show too. */
export type Asked = Pick<
  Schemas['ConnectPage'],
  | 'provider'
  | 'providerName'
  | 'integrationName'
  | 'organizationName'
  | 'organizationDomain'
  | 'workspaceName'
  | 'requestedBy'
> & {
  /** The integration was connected before: a success replaces that connection. */
  readonly again: boolean;
};

/** How the flow of this tab ended. */
export interface Result extends Told {
  readonly outcome: Outcome;
  readonly returnUrl?: string;
  /** Whether `account` stands for several accounts. */
  readonly isSeveral?: boolean;
  /** Why no account was chosen: it was left to the organization, or it is no longer possible here. */
  readonly unchosen?: 'later' | 'ended';
}

interface Flow {
  /** The token of the link; left out once it is used. */
  readonly token?: string;
  readonly asked: Asked;
  /** The browser was sent to a consent page and is not back yet. */
  readonly away: boolean;
  readonly result?: Result;
}

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

const key = 'patchbay.connect-flow';

function read(memory: Memory): Flow | undefined {
  const text = memory.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Flow);
}

const write = (memory: Memory, flow: Flow): void => memory.setItem(key, JSON.stringify(flow));

export const askedIn = ({ status, ...page }: Schemas['ConnectPage']): Asked => ({
  provider: page.provider,
  providerName: page.providerName,
  integrationName: page.integrationName,
  organizationName: page.organizationName,
  organizationDomain: page.organizationDomain,
  workspaceName: page.workspaceName,
  requestedBy: page.requestedBy,
  again: status === 'active',
});

/** Keeps the names for later pages of this tab. After Back from a consent page, Forward leads to it again. */
export function rememberAsked(memory: Memory, token: string, asked: Asked): void {
  const flow = read(memory);
  write(memory, { token, asked, away: flow?.token === token && flow.away });
}

/** The names of the link when this tab last read it. Undefined if this tab last read another link. */
export function askedBy(memory: Memory, token: string): Asked | undefined {
  const flow = read(memory);
  return flow?.token === token ? flow.asked : undefined;
}

/** Called before the browser leaves for the consent page. */
export const rememberAway = (memory: Memory, token: string, asked: Asked): void =>
  write(memory, { token, asked, away: true });

/** Called after a form has connected. */
export const rememberConnected = (memory: Memory, asked: Asked, result: Omit<Result, 'outcome'>): void =>
  write(memory, { asked, away: false, result: { ...result, outcome: 'connected' } });

/** Called once there is nothing left to choose: forgets the choice, and keeps which accounts were chosen, or why none was. */
export function endChoice(memory: Memory, ended: Pick<Result, 'account' | 'isSeveral' | 'unchosen'>): void {
  const flow = read(memory);
  if (flow?.result === undefined) return;
  const { choice: _, ...result } = flow.result;
  write(memory, { ...flow, result: { ...result, ...ended } });
}

/** Whether the flow of this tab ended with a success. */
export const connectedIn = (memory: Memory): boolean => read(memory)?.result?.outcome === 'connected';

/** The content of an outcome page. */
export interface Arrival {
  readonly result: Result;
  readonly asked: Asked;
}

/**
 * Reads the address of an outcome. Anybody can write such an address, so it counts only in a tab that was sent to a consent page, and once:
 * afterwards the tab remembers how its flow ended. Undefined: nothing ended in this tab.
 */
export function arrive(
  memory: Memory,
  { search, hash }: { readonly search: string; readonly hash: string },
): Arrival | undefined {
  const outcome = outcomeIn(search);
  const flow = read(memory);
  if (flow === undefined) return undefined;
  const { asked, away, token, result: before } = flow;
  if (away) {
    const result = { outcome, ...toldIn(hash, outcome) };
    write(memory, { asked, away: false, result, ...(outcome !== 'connected' && { token }) });
    return { result, asked };
  }
  return before && { result: before, asked };
}
