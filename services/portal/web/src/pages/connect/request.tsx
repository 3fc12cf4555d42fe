import type { Problem, Schemas } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Joined } from '../../parts/monogram.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Card, Page } from '../../parts/page.tsx';
import { Points } from '../../parts/points.tsx';
import { Text } from '../../parts/text.tsx';
import { formatDateTime, words } from '../../words/words.ts';
import { ConnectForm } from './connect-form.tsx';
import { hostOf } from './outcome.ts';
import { grantedWith, providerWords } from './provider-words.ts';
import { WithOrganization } from './with-organization.tsx';

export interface RequestProps {
  readonly token: string;
  readonly page: Schemas['ConnectPage'];
  /** The link no longer works, or not at the moment. */
  readonly onEnded: (problem: Problem) => void;
}

function nextStep({ authMethod, provider, providerName, returnUrl }: Schemas['ConnectPage']): string {
  const { connect, providers } = words;
  if (authMethod !== 'oauth') return connect.nextForm;
  const host = providerWords(providers, provider).host ?? providerName;
  const returnHost = hostOf(returnUrl);
  return returnHost === undefined
    ? connect.nextConsent(host)
    : connect.nextConsentElsewhere(host, returnHost);
}

/** Who asks, for what, what happens next, what will be possible and what will not; then the one action. */
export function Request({ token, page, onEnded }: RequestProps) {
  const { connect, providers } = words;
  const { provider, providerName, organizationName, workspaceName, integrationName, status, access } = page;
  const { possible, impossible } = grantedWith(providerWords(providers, provider), access);
  const isForm = page.authMethod !== 'oauth';
  const facts = [
    { name: connect.workspace, value: workspaceName },
    { name: connect.integration, value: integrationName },
  ];
  if (status === 'disabled')
    return (
      <Outcome
        symbol="hand"
        title={connect.disabled.title(providerName)}
        reason={connect.disabled.text}
        facts={[{ name: connect.askedBy, value: organizationName }, ...facts]}
      >
        <Text>
          <WithOrganization text={connect.disabled.ask} name={organizationName} />
        </Text>
      </Outcome>
    );
  return (
    <Page
      title={connect.titleFor(providerName)}
      mark={<Joined from={organizationName} to={providerName} />}
      lead={<WithOrganization text={connect.asks[access](providerName)} name={organizationName} />}
    >
      {status === 'active' && <Alert kind="information">{connect.active}</Alert>}
      {status === 'error' && <Alert kind="warning">{connect.error}</Alert>}
      <Card>
        <Facts facts={facts} />
        <Text>
          <WithOrganization text={nextStep(page)} name={organizationName} />
        </Text>
        <Points symbol="check" label={connect.possible} points={possible} />
        <Points
          symbol="lock"
          label={connect.impossible}
          points={[...impossible, ...(isForm ? [connect.stored] : []), connect.recorded]}
        />
        <Text kind="quiet">
          {connect.worksUntil(formatDateTime(page.expiresAt))} {connect.withdraw(providerName)}{' '}
          <WithOrganization text={connect.ask} name={organizationName} />
        </Text>
      </Card>
      <ConnectForm token={token} page={page} onEnded={onEnded} />
    </Page>
  );
}
