import { useState } from 'react';
import type { Schemas } from '../../../api/answer.ts';
import { Button } from '../../../parts/button.tsx';
import { Fold } from '../../../parts/fold.tsx';
import { Text } from '../../../parts/text.tsx';
import hidden from '../../../parts/visually-hidden.module.css';
import { refusalOf, useWorkspace } from '../../data/access.tsx';
import { useChange, useRead } from '../../data/queries.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PanelPart } from '../../parts/panel.tsx';
import { notify } from '../../parts/toasts.tsx';
import { ago, words } from '../../words/words.ts';
import type { PanelProps } from './integration-here.ts';
import { NewGrant } from './new-grant.tsx';
import { Rows } from './rows.tsx';

const text = words.integrations.grants;

type Grant = Schemas['Grant'];

const detailsOf = ({ apiKey, access, accounts, expiresAt, lastUsedAt, status }: Grant): string =>
  [
    apiKey.prefix,
    text.access[access],
    accounts === null ? text.allAccounts : text.accounts(accounts.length),
    ...(status === 'active'
      ? [expiresAt === null ? text.never : text.expires(ago(expiresAt))]
      : [text.status[status]]),
    lastUsedAt === null ? text.unused : text.used(ago(lastUsedAt)),
  ].join(' · ');

/** The grants: which API keys may use the integration. */
export function GrantsTab({ at, integration }: PanelProps) {
  const workspace = useWorkspace();
  const query = useRead('listGrants', at);
  const [adds, setAdds] = useState(false);
  const [revoked, setRevoked] = useState<Grant>();
  const row = (grant: Grant) => ({
    key: grant.id,
    name: grant.apiKey.name,
    details: detailsOf(grant),
    action: grant.status === 'active' && (
      <Button kind="quiet" refused={refusalOf(workspace, 'revokeGrant')} onClick={() => setRevoked(grant)}>
        <span aria-hidden="true">{text.revoke}</span>
        <span className={hidden.hidden}>{text.revokeLabel(grant.apiKey.name)}</span>
      </Button>
    ),
  });
  return (
    <PanelPart
      title={text.title}
      aside={
        <Button kind="other" refused={refusalOf(workspace, 'createGrant')} onClick={() => setAdds(true)}>
          {text.create}
        </Button>
      }
    >
      <Loaded query={query}>
        {({ grants }) => {
          const live = grants.filter(({ status }) => status === 'active');
          const ended = grants.filter(({ status }) => status !== 'active').toReversed();
          return (
            <>
              <Text kind="quiet">{live.length === 0 ? text.none : text.lead}</Text>
              {live.length > 0 && <Rows label={text.title} rows={live.map(row)} />}
              {ended.length > 0 && (
                <Fold summary={text.ended(ended.length)}>
                  <Rows label={text.ended(ended.length)} rows={ended.map(row)} />
                </Fold>
              )}
            </>
          );
        }}
      </Loaded>
      {adds && <NewGrant at={at} integration={integration} onClose={() => setAdds(false)} />}
      {revoked !== undefined && <RevokeGrant at={at} grant={revoked} onClose={() => setRevoked(undefined)} />}
    </PanelPart>
  );
}

interface RevokeGrantProps {
  readonly at: PanelProps['at'];
  readonly grant: Grant;
  readonly onClose: () => void;
}

function RevokeGrant({ at, grant, onClose }: RevokeGrantProps) {
  const revoke = useChange('revokeGrant');
  const { name } = grant.apiKey;
  const confirm = async (): Promise<void> => {
    const answer = await revoke.run({ ...at, grantId: grant.id });
    // It has ended in the meantime.
    if (!answer.ok && answer.problem.status !== 404) return;
    notify(words.integrations.done.revoked(name));
    onClose();
  };
  return (
    <Confirm
      title={text.revokeTitle(name)}
      action={text.revoke}
      busy={revoke.busy}
      problem={revoke.problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{text.revokeText}</p>
    </Confirm>
  );
}
