import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { type Answered, InvitationCard } from '../../../pages/invitation/invitation-card.tsx';
import { Alert } from '../../../parts/alert.tsx';
import { ButtonLink } from '../../../parts/button.tsx';
import { words as linkWords } from '../../../words/words.ts';
import { lastOrganization } from '../../data/last-organization.ts';
import { refresh, useRead } from '../../data/queries.ts';
import { Shell } from '../../frame/shell.tsx';
import { Tag } from '../../parts/cells.tsx';
import { Grid } from '../../parts/grid.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { ConsolePage, Section } from '../../parts/page.tsx';
import { PasskeyOffer } from '../../parts/passkey-offer.tsx';
import { deletion } from '../../words/en/deletion.ts';
import { words } from '../../words/words.ts';

/**
 * Redirects to the organization that was open last. Shows the list if there is an invitation, no organization, or `?all`.
 */
export function HomePage() {
  const [params] = useSearchParams();
  const [answered, setAnswered] = useState<Answered>();
  const organizations = useRead('listOrganizations', {});
  const invitations = useRead('listMyInvitations', {});
  const pending = invitations.data?.invitations ?? [];
  return (
    <Shell>
      <Loaded query={organizations}>
        {({ organizations: all }) => {
          const last = all.find(({ slug }) => slug === lastOrganization()) ?? all[0];
          const staysHere = params.has('all') || answered !== undefined || pending.length > 0;
          if (!staysHere && invitations.isPending) return null;
          if (!staysHere && last !== undefined) return <Navigate replace to={`/o/${last.slug}`} />;
          return (
            <ConsolePage title={words.home.title}>
              <PasskeyOffer />
              {answered !== undefined && <AnsweredNotice key={answered.name} answered={answered} />}
              {pending.length > 0 && (
                <Section title={words.home.invitations}>
                  {pending.map((invitation) => (
                    <InvitationCard
                      key={invitation.id}
                      invitation={invitation}
                      onAnswered={(answer) => {
                        setAnswered(answer);
                        void refresh();
                      }}
                    />
                  ))}
                </Section>
              )}
              {all.length > 0 ? (
                <Grid
                  label={words.home.title}
                  rows={all}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      head: words.workspaces.name,
                      cell: ({ name, slug, deletesAt }) => (
                        <>
                          <Link to={`/o/${slug}`}>
                            <bdi>{name}</bdi>
                          </Link>{' '}
                          {deletesAt !== null && <Tag>{deletion.closed.tag}</Tag>}
                        </>
                      ),
                    },
                    {
                      head: words.workspaces.role,
                      width: '8rem',
                      cell: ({ role }) => words.roles.organization[role]?.name,
                    },
                  ]}
                />
              ) : (
                pending.length === 0 && (
                  <Empty title={words.home.none} text={words.home.noneText}>
                    <ButtonLink kind="other" href="/sign-up">
                      {words.home.create}
                    </ButtonLink>
                  </Empty>
                )
              )}
            </ConsolePage>
          );
        }}
      </Loaded>
    </Shell>
  );
}

/** The answer to an invitation. Takes the focus, because the focused button was removed. */
function AnsweredNotice({ answered: { answer, name, path } }: { readonly answered: Answered }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const { answered } = linkWords.invitation;
  return (
    <div ref={notice} tabIndex={-1}>
      <Alert kind={answer === 'accepted' ? 'success' : 'information'}>
        {answered[answer].title(name)}{' '}
        {answer === 'accepted' && <Link to={path}>{answered.accepted.goOn(name)}</Link>}
      </Alert>
    </div>
  );
}
