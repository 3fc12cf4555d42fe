import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { answerOf } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Alert } from '../../parts/alert.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Progress } from '../../parts/loading.tsx';
import { Card, Page } from '../../parts/page.tsx';
import { ProblemAlert, TryAgain } from '../../parts/problem.tsx';
import { Heading, Text } from '../../parts/text.tsx';
import { settings } from '../../settings.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { words } from '../../words/words.ts';
import { type Answered, InvitationCard } from '../invitation/invitation-card.tsx';
import { NeedsSession, type SignedIn } from '../sign-in/needs-session.tsx';
import { SignOutButton } from '../sign-in/sign-out-button.tsx';
import { Workspaces } from './workspaces.tsx';

export const HomePage = () => (
  <NeedsSession title={words.home.title} lead={words.signIn.lead} autoFocus>
    {(session) => (
      <Shell title={words.home.title} session={session}>
        <Content />
      </Shell>
    )}
  </NeedsSession>
);

function Content() {
  const [answered, setAnswered] = useState<Answered>();
  const invitations = useLoaded(() => answerOf(api.listMyInvitations()), [answered]);
  const pending = invitations.state === 'loaded' ? invitations.data.invitations : [];
  // The focused button has disappeared with its invitation.
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answered !== undefined) notice.current?.focus();
  }, [answered]);
  return (
    <>
      {answered !== undefined && (
        <div ref={notice} tabIndex={-1}>
          <Alert kind={answered.answer === 'accepted' ? 'success' : 'information'}>
            {words.invitation.answered[answered.answer].title(answered.name)}{' '}
            {answered.answer === 'accepted' && (
              <Link to={answered.place}>{words.invitation.answered.accepted.goOn(answered.name)}</Link>
            )}
          </Alert>
        </div>
      )}
      {invitations.state === 'failed' && <ProblemAlert problem={invitations.problem} />}
      {pending.length > 0 && <Text>{words.home.invitations}</Text>}
      {pending.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} onAnswered={setAnswered} />
      ))}
      <Organizations key={answered?.place} invited={invitations.state === 'loading' || pending.length > 0} />
    </>
  );
}

interface OrganizationsProps {
  /** Whether an invitation is shown above; then the page need not say how to get one. */
  readonly invited: boolean;
}

/** The organization and the workspace that the address asks for: `#acme/north` of an invitation, `/o/acme/w/north` of a mail. */
const wantedIn = ({
  hash,
  pathname,
}: Pick<Location, 'hash' | 'pathname'>): readonly (string | undefined)[] =>
  hash === '' ? (/^\/o\/([^/]+)(?:\/w\/([^/]+))?/.exec(pathname)?.slice(1) ?? []) : hash.slice(1).split('/');

/** The organizations that the caller belongs to. */
function Organizations({ invited }: OrganizationsProps) {
  const loaded = useLoaded(() => answerOf(api.listOrganizations()), []);
  const [wanted, workspace] = wantedIn(useLocation());
  if (loaded.state === 'loading') return <Progress />;
  if (loaded.state === 'failed') {
    return (
      <>
        <ProblemAlert problem={loaded.problem} />
        <TryAgain problem={loaded.problem} onClick={loaded.reload} />
      </>
    );
  }
  const { organizations } = loaded.data;
  if (organizations.length === 0 && invited) return null;
  if (organizations.length === 0) {
    return (
      <>
        <Text>{words.home.noOrganization}</Text>
        <ButtonLink kind="other" href="/sign-up">
          {words.home.createOrganization}
        </ButtonLink>
      </>
    );
  }
  const first = organizations.find(({ slug }) => slug === wanted) ?? organizations[0];
  return organizations.map((organization) => (
    <OrganizationCard
      // Opened anew where a link on this page leads to it.
      key={`${organization.id} ${organization === first}`}
      organization={organization}
      open={organization === first}
      wanted={organization.slug === wanted ? workspace : undefined}
    />
  ));
}

function OrganizationCard({ organization, open, wanted }: ComponentProps<typeof Workspaces>) {
  const { facts } = words.home;
  const { name, may } = words.invitation.roles[organization.role];
  return (
    <Card>
      <Heading>{organization.name}</Heading>
      <Facts
        facts={[
          { name: facts.role, value: name },
          { name: facts.slug, value: <code>{organization.slug}</code> },
          ...(organization.domain === undefined ? [] : [{ name: facts.domain, value: organization.domain }]),
        ]}
      />
      <Text kind="quiet">{may}</Text>
      <Workspaces organization={organization} open={open} wanted={wanted} />
    </Card>
  );
}

interface ShellProps {
  readonly title: string;
  readonly session: SignedIn;
  readonly children: ReactNode;
}

/** The frame of pages for a signed-in person: the content, then the account, the API reference and sign-out. */
function Shell({ title, session, children }: ShellProps) {
  const { account } = words.home;
  const { name, email } = session.user;
  return (
    <Page title={title}>
      {children}
      <Card>
        <Heading>{account.title}</Heading>
        <Facts
          facts={[
            { name: account.name, value: name },
            { name: account.email, value: email },
          ]}
        />
        <Text kind="quiet">
          {account.building} <a href={`${settings.apiUrl}/docs`}>{account.reference}</a>
        </Text>
        <SignOutButton kind="other" signOut={session.signOut} />
      </Card>
    </Page>
  );
}
