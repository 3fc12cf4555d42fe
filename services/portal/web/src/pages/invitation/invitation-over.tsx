import type { Schemas } from '../../api/answer.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { words } from '../../words/words.ts';
import { nameOf } from './invitation-facts.tsx';

export interface InvitationOverProps {
  readonly preview: Schemas['InvitationPreview'];
  /** `gone`: it ended while the page was open. */
  readonly status: Exclude<Schemas['InvitationStatus'], 'pending'> | 'gone';
}

const symbols = {
  accepted: 'check',
  declined: 'hand',
  canceled: 'hand',
  expired: 'clock',
  gone: 'clock',
} as const;

/** An invitation that cannot be answered any more: why, and whom to ask. */
export function InvitationOver({ preview, status }: InvitationOverProps) {
  const { title, lead } = words.invitation.over[status];
  return (
    <Outcome symbol={symbols[status]} title={title} reason={lead(nameOf(preview), preview.inviterName)}>
      <ButtonLink href="/">{words.invitation.home}</ButtonLink>
    </Outcome>
  );
}
