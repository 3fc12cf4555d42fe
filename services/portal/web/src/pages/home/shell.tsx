import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Page } from '../../parts/page.tsx';
import { Text } from '../../parts/text.tsx';
import { settings } from '../../settings.ts';
import { words } from '../../words/words.ts';
import type { SignedIn } from '../sign-in/needs-session.tsx';
import { SignOutButton } from '../sign-in/sign-out-button.tsx';

export interface ShellProps {
  readonly title: string;
  readonly session: SignedIn;
  readonly children: ReactNode;
}

/** The frame of pages for somebody who is signed in: what they came for, then who they are, the reference and the way out. */
export function Shell({ title, session, children }: ShellProps) {
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
