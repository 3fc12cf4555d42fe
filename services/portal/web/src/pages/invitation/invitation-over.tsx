import type { Schemas } from '../../api/answer.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Monogram } from '../../parts/monogram.tsx';
import { Page } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';
import { nameOf } from './invitation-facts.tsx';

export interface InvitationOverProps {
  readonly preview: Schemas['InvitationPreview'];
  /** `gone`: it ended while the page was open. */
  readonly status: Exclude<Schemas['InvitationStatus'], 'pending'> | 'gone';
}

/** An invitation that cannot be answered any more: why, and whom to ask. */
export function InvitationOver({ preview, status }: InvitationOverProps) {
  const { title, lead } = words.invitation.over[status];
  return (
    <Page
      title={title}
      mark={<Monogram name={preview.organization.name} />}
      lead={lead(nameOf(preview), preview.inviterName)}
    >
      <ButtonLink href="/">{words.invitation.home}</ButtonLink>
    </Page>
  );
}
