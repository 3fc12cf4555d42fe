import { ButtonLink } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { Monogram } from '../../../parts/monogram.tsx';
import { Page } from '../../../parts/page.tsx';
import { Text } from '../../../parts/text.tsx';
import { words } from '../../../words/words.ts';
import { hostOf } from '../address-host.ts';
import type { Asked, Result } from '../flow.ts';
import { WithOrganization } from '../with-organization.tsx';

export interface ConnectedProps {
  readonly result: Result;
  /** Undefined in a tab that knows nothing of the flow. */
  readonly asked: Asked | undefined;
}

/** It worked: which account, for whom, and where to go on. */
export function Connected({ result: { account, returnUrl }, asked }: ConnectedProps) {
  const { outcome, connect } = words;
  const { connected } = outcome;
  if (asked === undefined)
    return (
      <Page title={connected.titleUnknown}>
        <Text>{connected.close}</Text>
      </Page>
    );
  const host = hostOf(returnUrl);
  const facts: Fact[] = [
    ...(account === undefined ? [] : [{ name: outcome.account, value: <bdi>{account}</bdi> }]),
    { name: connect.integration, value: <bdi>{asked.integrationName}</bdi> },
    { name: connect.askedBy, value: <bdi>{asked.organizationName}</bdi> },
    { name: connect.workspace, value: <bdi>{asked.workspaceName}</bdi> },
  ];
  return (
    <Page
      title={connected.title(asked.providerName)}
      mark={<Monogram name={asked.providerName} />}
      lead={<WithOrganization text={connected.text} name={asked.organizationName} />}
    >
      <Card>
        <Facts facts={facts} />
        {asked.again && <Text>{connected.replaced}</Text>}
      </Card>
      {host === undefined ? (
        <Text>{connected.close}</Text>
      ) : (
        <ButtonLink href={returnUrl ?? ''}>{connected.goOn(host)}</ButtonLink>
      )}
    </Page>
  );
}
