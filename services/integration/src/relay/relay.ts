import type { SharedCounts } from '@patchbay/limits/shared-counts';
import type { Clock } from '@patchbay/runtime/clock';
import type { Installations } from '../connector/connectors.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import { createAdmission } from './admission.ts';
import type { RelayCaller, RelayParts, RelayRequest } from './relay-parts.ts';
import { answer, type RelayedAnswer } from './steps/answer.ts';
import { find } from './steps/find.ts';
import { createJudge } from './steps/judge.ts';
import { note } from './steps/note.ts';
import { permit } from './steps/permit.ts';
import { renewExpired, renewRefused } from './steps/renew.ts';
import { send, sendAgain } from './steps/send.ts';
import { settle } from './steps/settle.ts';
import { takeTurn } from './steps/turn.ts';

export interface RelayOptions {
  readonly installations: Installations;
  readonly catalogue: Catalogue;
  /** Default: each process counts alone. */
  readonly counts?: SharedCounts | undefined;
  readonly clock: Clock;
}

/** Sends one request of a caller to the provider of an integration. */
export function createRelay({ installations, catalogue, counts, clock }: RelayOptions) {
  const admission = createAdmission({ counts, clock });
  const judge = createJudge(installations);

  return async (
    parts: RelayParts,
    asking: RelayCaller,
    request: RelayRequest,
    signal: AbortSignal,
  ): Promise<RelayedAnswer> => {
    const { hold, tokens, outgoing } = parts;
    const current = async () => permit(await find(parts, catalogue, request.api), asking);
    const renewing = { tokens, current, clock };

    const permitted = await current();
    const judged = judge(permitted, request, parts.named);
    // What is given back as soon as the answer has ended: a streamed one takes it over.
    using held = new DisposableStack();
    const turn = await takeTurn({ admission, hold, signal }, asking, permitted, judged, held);
    try {
      const before = await renewExpired(renewing, permitted, judged, turn);
      await using change = await note(parts, request, before, judged);
      const { provider } = before;
      const { organizationId } = asking;
      const sending = { outgoing, organizationId, provider, judged, turn, change, clock, held };
      const first = await send(sending, before.authorization);
      const after = first.isRefused ? await renewRefused(renewing, before, judged, turn) : before;
      const isLater = after.stored.version !== before.stored.version;
      const sent = isLater ? await sendAgain(sending, first, after.authorization) : first;
      await settle(renewing, after, sent, change, turn);
      return answer(installations[provider.provider], after, judged, sent, turn, held);
    } catch (error) {
      throw turn.ended() ?? error;
    }
  };
}
