import { useState } from 'react';
import { ButtonLink } from '../../parts/button.tsx';
import type { Fact } from '../../parts/facts.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Text } from '../../parts/text.tsx';
import { forget, secretOf } from '../../secrets-in-address.ts';
import { browserStorage, tabStorage } from '../../state/tab-storage.ts';
import { words } from '../../words/words.ts';
import { AccountChoice } from './account-choice.tsx';
import { rememberConnectedLink } from './connected-links.ts';
import { type Arrival, type Asked, arrive, connectedIn, endChoice, type Result } from './flow.ts';
import { LinkEnded, NotConnected } from './not-connected.tsx';
import { hostOf } from './outcome.ts';
import { Organization, WithNames } from './with-names.tsx';

/** Reads the address and removes its fragment, which the tab remembers. */
function takeArrival(): Arrival | undefined {
  const arrival = arrive(tabStorage, location);
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  if (connectedIn(tabStorage)) {
    const token = secretOf('connect');
    if (token !== undefined && arrival !== undefined)
      rememberConnectedLink(browserStorage, token, arrival.asked, Date.now());
    forget('connect');
  }
  return arrival;
}

/** Shows how a consent or a form ended. Integration and the gateway redirect here. */
export function OutcomePage() {
  const [arrival, setArrival] = useState(takeArrival);
  const { unknown, declined } = words.outcome;
  // Claims nothing: anybody can write the address of an outcome.
  if (arrival === undefined)
    return (
      <Outcome symbol="envelope" title={unknown.title} reason={unknown.text}>
        <Again label={declined.again} />
      </Outcome>
    );
  const { result, asked } = arrival;
  const { outcome, choice, reason, requestId } = result;
  if (choice !== undefined)
    return (
      <AccountChoice
        choice={choice}
        asked={asked}
        onEnded={(ended) => {
          endChoice(tabStorage, ended);
          setArrival(takeArrival());
        }}
      />
    );
  if (outcome === 'connected') return <Connected result={result} asked={asked} />;
  if (outcome === 'used' || outcome === 'expired')
    return <LinkEnded kind={outcome} asked={asked} requestId={requestId} />;
  return (
    <NotConnected kind={outcome} reason={reason} requestId={requestId} asked={asked}>
      <Again label={words.outcome[outcome].again} />
    </NotConnected>
  );
}

/** Leads to the page of the link if this tab still has it. */
const Again = ({ label }: { readonly label: string }) =>
  secretOf('connect') === undefined ? (
    <Text>{words.outcome.openAgain}</Text>
  ) : (
    <ButtonLink href="/connect">{label}</ButtonLink>
  );

interface ConnectedProps {
  readonly result: Result;
  readonly asked: Asked;
}

/** The success page: which account, for whom, and where to go on. */
function Connected({ result: { account, isSeveral, returnUrl, unchosen }, asked }: ConnectedProps) {
  const { outcome, connect } = words;
  const { connected } = outcome;
  const host = hostOf(returnUrl);
  const facts: Fact[] = [
    ...(account === undefined
      ? []
      : [{ name: isSeveral ? outcome.accounts : outcome.account, value: account }]),
    { name: connect.integration, value: asked.integrationName },
    { name: connect.askedBy, value: <Organization asked={asked} /> },
    { name: connect.workspace, value: asked.workspaceName },
  ];
  return (
    <Outcome
      symbol="check"
      title={connected.title(asked.providerName)}
      reason={<WithNames text={connected.text} asked={asked} />}
      facts={facts}
    >
      {asked.again && <Text>{connected.replaced}</Text>}
      {unchosen !== undefined && (
        <Text>
          <WithNames text={outcome.unchosen[unchosen]} asked={asked} />
        </Text>
      )}
      {host === undefined ? (
        <Text kind="quiet">{connected.close}</Text>
      ) : (
        <ButtonLink href={returnUrl ?? ''}>{connected.goOn(host)}</ButtonLink>
      )}
    </Outcome>
  );
}
