import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loading } from '../parts/loading.tsx';
import { Joined } from '../parts/monogram.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Page } from '../parts/page.tsx';
import { Failed } from '../parts/problem.tsx';
import { Text } from '../parts/text.tsx';
import { names } from './samples.tsx';

const facts = [
  { name: 'Account', value: names.ordinary },
  { name: 'Provider', value: 'Google Ads' },
];
const requestId = '0197a0c4-7d7e-7f0e-9b36-d5ce2e8f6a21';

/** Whole pages, each alone in the window: a page has one heading, one main area, and takes the focus. */
export const wholePages: readonly { readonly name: string; readonly page: ReactNode }[] = [
  {
    name: 'page',
    page: (
      <Page
        title={`${names.ordinary} asks for access to your account at Google Ads`}
        mark={<Joined from={names.ordinary} to="Google Ads" />}
        lead="You will be sent to accounts.google.com and come back here."
      >
        <Facts facts={facts} />
        <Text kind="quiet">Patchbay never sees your Google password.</Text>
        <Button>Go on to Google</Button>
      </Page>
    ),
  },
  { name: 'long-title', page: <Page title={names.long} lead={names.rightToLeft} children={null} /> },
  { name: 'loading', page: <Loading /> },
  { name: 'failed', page: <Failed problem={{ status: 503, errors: [], requestId }} onRetry={() => {}} /> },
  {
    name: 'outcome-check',
    page: (
      <Outcome symbol="check" title="Your account is connected" reason="You are done here." facts={facts}>
        <ButtonLink href="#next">Go on to northwind.example</ButtonLink>
      </Outcome>
    ),
  },
  {
    name: 'outcome-cross',
    page: (
      <Outcome
        symbol="cross"
        title="Your account could not be connected"
        reason="The user has no access to this account. Ask whoever administers it."
        requestId={requestId}
      >
        <ButtonLink href="#again">Try again</ButtonLink>
      </Outcome>
    ),
  },
  {
    name: 'outcome-clock',
    page: (
      <Outcome symbol="clock" title="That link has expired" reason="Ask whoever sent it for a new one.">
        <ButtonLink kind="other" href="#home">
          Go to sign-in
        </ButtonLink>
      </Outcome>
    ),
  },
  {
    name: 'outcome-hand',
    page: (
      <Outcome symbol="hand" title="You declined" reason="Nothing was changed.">
        <ButtonLink kind="other" href="#again">
          Connect after all
        </ButtonLink>
      </Outcome>
    ),
  },
  {
    name: 'outcome-envelope',
    page: (
      <Outcome symbol="envelope" title="Check your email" reason="A link is on its way to you.">
        <Button kind="quiet">Use a different address</Button>
      </Outcome>
    ),
  },
];
