import { accountNames } from '@patchbay/client';
import { Link } from 'react-router';
import { Alert } from '../../../parts/alert.tsx';
import { Name, Text } from '../../../parts/text.tsx';
import { useOrganization, useWorkspace } from '../../data/access.tsx';
import { useRead } from '../../data/queries.ts';
import { ConnectLink } from '../../parts/connect-link.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { newIntegration as newIntegrationWords } from '../../words/en/new-integration.ts';
import styles from './new-integration.module.css';

const text = newIntegrationWords.send;

/** The connect link of the new integration, and further steps. */
export function LinkStep({ id }: { readonly id: string }) {
  const { slug: orgSlug } = useOrganization();
  const { slug: workspaceSlug } = useWorkspace();
  const query = useRead('getIntegration', { orgSlug, workspaceSlug, id });
  const base = `/o/${orgSlug}/w/${workspaceSlug}/integrations`;
  const [before, after] = text.lead.split('{name}');
  return (
    <Loaded query={query}>
      {(integration) => {
        const { name, status, providerName } = integration;
        const accounts = accountNames(integration).join(', ');
        const isConnected = status === 'active';
        return (
          <div className={styles.column}>
            {isConnected ? (
              <Alert kind="success">
                <p>{text.connected(providerName)}</p>
                {accounts !== '' && (
                  <p>
                    <bdi>{text.account(accounts)}</bdi>
                  </p>
                )}
              </Alert>
            ) : (
              <>
                <Text>
                  {before}
                  <Name>{name}</Name>
                  {after}
                </Text>
                <div className={styles.card}>
                  <ConnectLink integration={integration} showsCode />
                </div>
                <Text kind="quiet">
                  {text.own} <Link to={`${base}/${id}`}>{text.ownLink}</Link>
                </Text>
              </>
            )}
            <p className={styles.links}>
              <Link to={`${base}/${id}`}>{text.open}</Link>
              <Link to={`${base}/new`}>{text.another}</Link>
            </p>
          </div>
        );
      }}
    </Loaded>
  );
}
