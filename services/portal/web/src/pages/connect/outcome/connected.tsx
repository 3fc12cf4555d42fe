import { ButtonLink } from '../../../parts/button.tsx';
import type { Fact } from '../../../parts/facts.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
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
      <Outcome symbol="check" title={connected.titleUnknown} reason={connected.done}>
        <Text kind="quiet">{connected.close}</Text>
      </Outcome>
    );
  const host = hostOf(returnUrl);
  const facts: Fact[] = [
    ...(account === undefined ? [] : [{ name: outcome.account, value: account }]),
    { name: connect.integration, value: asked.integrationName },
    { name: connect.askedBy, value: asked.organizationName },
    { name: connect.workspace, value: asked.workspaceName },
  ];
  return (
    <Outcome
      symbol="check"
      title={connected.title(asked.providerName)}
      reason={<WithOrganization text={connected.text} name={asked.organizationName} />}
      facts={facts}
    >
      {asked.again && <Text>{connected.replaced}</Text>}
      {host === undefined ? (
        <Text kind="quiet">{connected.close}</Text>
      ) : (
        <ButtonLink href={returnUrl ?? ''}>{connected.goOn(host)}</ButtonLink>
      )}
    </Outcome>
  );
}
