import { useState } from 'react';
import { type Account, detailsOf, matching, maxAccounts, nameOf } from '../../../pages/connect/accounts.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { Text } from '../../../parts/text.tsx';
import hidden from '../../../parts/visually-hidden.module.css';
import { refusalOf, useWorkspace } from '../../data/access.tsx';
import { useChange, usePages } from '../../data/queries.ts';
import { States } from '../../parts/cells.tsx';
import { SearchBox } from '../../parts/filter.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import { withAccount } from './chosen-account.ts';
import { type PanelProps, type ProviderPanelProps, Rows } from './panel-parts.tsx';

const text = words.integrations.accounts;

/** The accounts of the connection, if the provider can list them. */
export function AccountsTab({ provider, ...props }: ProviderPanelProps) {
  const refused = refusalOf(useWorkspace(), 'listIntegrationAccounts');
  if (!provider.listsAccounts) return <Text kind="quiet">{text.unlisted(provider.name)}</Text>;
  if (props.integration.connectedAt === null) return <Text kind="quiet">{text.unconnected}</Text>;
  if (refused !== undefined) return <Text kind="quiet">{refused}</Text>;
  return <Accounts {...props} />;
}

function Accounts({ at, integration }: PanelProps) {
  const workspace = useWorkspace();
  const [search, setSearch] = useState('');
  const update = useChange('updateIntegration');
  const verify = useChange('verifyIntegration');
  // Each read sends a request to the provider.
  const { query, rows = [], more } = usePages('listIntegrationAccounts', 'accounts', at, { live: false });
  const [chosen, setChosen] = useState<string>();
  const use = async (account: Account): Promise<void> => {
    setChosen(account.id);
    const settings = withAccount(integration.settings, account, rows);
    const answer = await update.run({ ...at, body: { settings } });
    if (!answer.ok) return;
    notify(words.integrations.done.account(nameOf(account)));
    // So that the connection has the account's name everywhere, and whether it works with it.
    void verify.run(at);
  };
  const action = (account: Account) => {
    const { setting } = account;
    if (setting === null) return null;
    if (String(integration.settings[setting.name] ?? '') === setting.value)
      return <States states={[{ key: 'used', state: 'working', text: text.used }]} />;
    return (
      <Button
        kind="quiet"
        refused={refusalOf(workspace, 'updateIntegration')}
        busy={update.busy && chosen === account.id}
        waits={update.busy}
        onClick={() => void use(account)}
      >
        <span aria-hidden="true">{text.use}</span>
        <span className={hidden.hidden}>{text.useLabel(nameOf(account))}</span>
      </Button>
    );
  };
  return (
    <Loaded query={query}>
      {() => {
        if (rows.length === 0) return <Text kind="quiet">{text.none}</Text>;
        const found = matching(rows, search.trim());
        return (
          <>
            <Text kind="quiet">
              {integration.accounts === null ? text.lead(integration.providerName) : text.chosen}{' '}
              {query.hasNextPage ? text.loadedSoFar(rows.length) : text.loaded(rows.length)}.
            </Text>
            {rows.length >= maxAccounts && <Text kind="quiet">{text.first}</Text>}
            <SearchBox label={text.search} value={search} onChange={setSearch} />
            {update.problem !== undefined && <ProblemAlert problem={update.problem} />}
            {found.length === 0 && <Text kind="quiet">{text.notFound}</Text>}
            <Rows
              label={words.integrations.panel.accounts}
              rows={found.map((account) => ({
                key: `${account.type} ${account.id}`,
                name: nameOf(account),
                details: detailsOf(account),
                action: action(account),
              }))}
            />
            {query.hasNextPage && (
              <Button kind="other" busy={query.isFetchingNextPage} onClick={more}>
                {text.more}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
