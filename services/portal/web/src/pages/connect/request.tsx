import type { Problem, Schemas } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Joined } from '../../parts/monogram.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Card, Page } from '../../parts/page.tsx';
import { Points } from '../../parts/points.tsx';
import { Text } from '../../parts/text.tsx';
import { settings } from '../../settings.ts';
import { leaveFor } from '../../state/address.ts';
import { useOnce } from '../../state/use-once.ts';
import { formatDateTime, words } from '../../words/words.ts';
import { ConnectForm } from './connect-form.tsx';
import { askedIn } from './flow.ts';
import { hostOf, returnAddress } from './outcome.ts';
import { grantedWith, providerWords } from './provider-words.ts';
import { Organization, WithNames } from './with-names.tsx';

interface RequestProps {
  readonly token: string;
  readonly page: Schemas['ConnectPage'];
  /** Called when the link no longer works, or does not work now. */
  readonly onEnded: (problem: Problem) => void;
  /** Called when the person does not want to connect now and there is no return address. */
  readonly onNotNow: () => void;
}

/** The text about the next step of a consent. A form shows its own above its fields. */
function nextStep({ provider, providerName, returnUrl }: Schemas['ConnectPage']): string {
  const { connect, providers } = words;
  const host = providerWords(providers, provider).host ?? providerName;
  const returnHost = hostOf(returnUrl);
  return returnHost === undefined
    ? connect.nextConsent(host)
    : connect.nextConsentElsewhere(host, returnHost);
}

/** The request behind a connect link: who asks, what will be possible and what will not, and the form or button that connects. */
export function Request({ token, page, onEnded, onNotNow }: RequestProps) {
  const { connect, providers } = words;
  const { provider, providerName, organizationName, workspaceName, integrationName, status, access } = page;
  const { possible, impossible } = grantedWith(providerWords(providers, provider), access);
  const isForm = page.authMethod !== 'oauth';
  const asked = askedIn(page);
  const facts = [{ name: connect.for, value: `${workspaceName} · ${integrationName}` }];
  if (status === 'disabled')
    return (
      <Outcome
        symbol="hand"
        title={connect.disabled.title(providerName)}
        reason={connect.disabled.text}
        facts={[{ name: connect.askedBy, value: <Organization asked={asked} /> }, ...facts]}
      >
        <Text>
          <WithNames text={connect.disabled.ask} asked={asked} />
        </Text>
      </Outcome>
    );
  const about = (
    <Text kind="quiet">
      {connect.worksUntil(formatDateTime(page.expiresAt))} {connect.withdraw(providerName)}{' '}
      <WithNames text={connect.ask} asked={asked} />
    </Text>
  );
  return (
    <Page
      title={connect.titleFor(providerName)}
      mark={<Joined from={organizationName} to={providerName} mark={settings.marks?.[provider]} />}
      lead={<WithNames text={connect.asks[access](providerName)} asked={asked} />}
    >
      {status === 'active' && <Alert kind="information">{connect.active}</Alert>}
      {status === 'error' && page.connectedAt !== null && <Alert kind="warning">{connect.error}</Alert>}
      <Card>
        <Facts facts={facts} />
        {asked.organizationDomain === null && (
          <Text kind="quiet">
            <WithNames text={connect.noDomain} asked={asked} />
          </Text>
        )}
        {!isForm && (
          <Text>
            <WithNames text={nextStep(page)} asked={asked} />
          </Text>
        )}
        <Points symbol="check" label={connect.possible} points={possible} folds={isForm} />
        <Points
          symbol="lock"
          label={connect.impossible}
          points={[...impossible, ...(isForm ? [connect.stored] : []), connect.recorded]}
          folds={isForm}
        />
        {!isForm && about}
      </Card>
      <ConnectForm token={token} page={page} onEnded={onEnded} />
      <NotNow page={page} onNotNow={onNotNow} />
      {isForm && about}
    </Page>
  );
}

/** The button that declines. Goes to the return address if there is one. */
function NotNow({ page, onNotNow }: Pick<RequestProps, 'page' | 'onNotNow'>) {
  const [busy, once] = useOnce();
  const { returnUrl, integrationId } = page;
  const leave = async (): Promise<void> => {
    if (returnUrl === null || hostOf(returnUrl) === undefined) onNotNow();
    else await leaveFor(returnAddress(returnUrl, { status: 'declined', integrationId }));
  };
  return (
    <Button kind="quiet" busy={busy} onClick={() => void once(leave)}>
      {words.connect.notNow}
    </Button>
  );
}
