import type { RelayParts, RelayRequest } from '../relay-parts.ts';
import type { Judged } from './judge.ts';
import type { Permitted } from './permit.ts';

/** A change that was noted, and is sent. Where its request fails, its end tells the note what was learned of the status. */
export interface Change extends AsyncDisposable {
  /** Null while an attempt is not answered. */
  learn(status: number | null): void;
  /** Tells the note the status. */
  settle(): Promise<void>;
}

/** Notes a change before it is sent; undefined for a read. */
export async function note(
  { note: write }: Pick<RelayParts, 'note'>,
  { api, method }: Pick<RelayRequest, 'api' | 'method'>,
  { integration, permission: { grantId } }: Permitted,
  { target: { path }, judgement: { kind, accounts } }: Judged,
): Promise<Change | undefined> {
  if (kind === 'read') return undefined;
  const tell = await write(integration, { api, method, path, account: accounts[0] ?? null, grantId });
  let learned: number | null = null;
  let isSettled = false;
  const tellOnce = async (): Promise<void> => {
    if (isSettled) return;
    isSettled = true;
    await tell(learned);
  };
  return {
    learn(status) {
      learned = status;
    },
    settle: tellOnce,
    [Symbol.asyncDispose]: tellOnce,
  };
}
