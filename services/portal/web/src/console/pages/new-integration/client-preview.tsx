import type { Schemas } from '@patchbay/client';
import { useId } from 'react';
import { grantedWith, providerWords } from '../../../pages/connect/provider-words.ts';
import { WithNames } from '../../../pages/connect/with-names.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Joined } from '../../../parts/monogram.tsx';
import { Points } from '../../../parts/points.tsx';
import { Text } from '../../../parts/text.tsx';
import { settings } from '../../../settings.ts';
import { words as pageWords } from '../../../words/words.ts';
import { useOrganization, useWorkspace } from '../../data/access.tsx';
import { newIntegration as newIntegrationWords } from '../../words/en/new-integration.ts';
import styles from './client-preview.module.css';

interface ClientPreviewProps {
  readonly provider: Schemas['Provider'];
  readonly name: string;
  readonly access: Schemas['UseAccess'];
}

/** A preview of the connect page as the client will see it. */
export function ClientPreview({ provider, name, access }: ClientPreviewProps) {
  const { connect, providers } = pageWords;
  const id = useId();
  const { name: organizationName, domain } = useOrganization();
  const { name: workspaceName } = useWorkspace();
  const { possible, impossible } = grantedWith(providerWords(providers, provider.provider), access);
  const asked = {
    provider: provider.provider,
    providerName: provider.name,
    integrationName: name,
    organizationName,
    organizationDomain: domain ?? null,
    workspaceName,
    requestedBy: null,
    again: false,
  };
  return (
    <aside className={styles.preview} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {newIntegrationWords.preview}
      </h2>
      <div className={styles.sheet}>
        <Joined from={organizationName} to={provider.name} mark={settings.marks?.[provider.provider]} />
        <p className={styles.heading}>{connect.titleFor(provider.name)}</p>
        <Text kind="quiet">
          <WithNames text={connect.asks[access](provider.name)} asked={asked} />
        </Text>
        <Facts facts={[{ name: connect.for, value: `${workspaceName} · ${name}` }]} />
        <Points symbol="check" label={connect.possible} points={possible} />
        <Points symbol="lock" label={connect.impossible} points={impossible} />
      </div>
    </aside>
  );
}
