import { Outcome } from '../../../parts/outcome.tsx';
import { words } from '../../../words/words.ts';
import type { Asked } from '../flow.ts';
import { WhomToAsk } from '../whom-to-ask.tsx';

export interface LinkEndedProps {
  /** `used`: also revoked and replaced, which the API does not tell apart. */
  readonly kind: 'used' | 'expired';
  readonly asked: Asked | undefined;
  readonly requestId?: string | undefined;
}

/** A whole page for a link that does not work any more: whom to ask for a new one. */
export function LinkEnded({ kind, asked, requestId }: LinkEndedProps) {
  const { outcome } = words;
  const { title, text } = outcome[kind];
  return (
    <Outcome symbol={kind === 'used' ? 'cross' : 'clock'} title={title} reason={text} requestId={requestId}>
      <WhomToAsk kind="plain" asked={asked} text={outcome.used.ask} sender={outcome.used.askSender} />
    </Outcome>
  );
}
