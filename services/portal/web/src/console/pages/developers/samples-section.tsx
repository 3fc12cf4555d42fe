import { useMemo } from 'react';
import { Link } from 'react-router';
import { Select } from '../../../parts/select.tsx';
import { settings } from '../../../settings.ts';
import { isPageAddress } from '../../../state/address.ts';
import { useOrganization } from '../../data/access.tsx';
import { mostOfPage } from '../../data/api-bounds.ts';
import { useFilter } from '../../data/filters.ts';
import { useRead } from '../../data/queries.ts';
import { Section } from '../../parts/page.tsx';
import { useFirstAccount } from '../../samples/first-account.ts';
import { namesAccount, requestOf, titleOf } from '../../samples/first-read.ts';
import { Languages, Sample, useLanguage } from '../../samples/sample.tsx';
import { placeholder, samples, setKey } from '../../samples/samples.ts';
import { words } from '../../words/words.ts';
import styles from './developers.module.css';

const text = words.developers;

/** Sample requests with the slugs of the organization, in the language of the address. */
export function SamplesSection() {
  const { slug: orgSlug, name } = useOrganization();
  const language = useLanguage();
  const workspaces = useRead('listWorkspaces', { orgSlug }, { live: false });
  const relay = useRelaySample(orgSlug);
  const workspaceSlug = relay.integration?.workspace.slug ?? workspaces.data?.workspaces[0]?.slug;
  const names = { apiUrl: settings.apiUrl, orgSlug, workspaceSlug: workspaceSlug ?? 'your-workspace' };
  return (
    <Section
      title={text.samples}
      aside={
        <span className={styles.links}>
          <a href={`${settings.apiUrl}/docs`}>{text.reference}</a>
          <a href={`${settings.apiUrl}/openapi.json`}>{text.openApi}</a>
        </span>
      }
    >
      <p className={styles.quiet}>{text.samplesLead(name)}</p>
      {relay.choice}
      <Sample title={text.setKey} code={setKey()}>
        {text.setKeyNote(placeholder)} <Link to={`/o/${orgSlug}/keys?new=1`}>{text.createKey}</Link>
      </Sample>
      <Languages />
      <Sample title={text.list} code={samples[language].list(names)}>
        {workspaces.data !== undefined && workspaceSlug === undefined ? text.noWorkspace : text.listNote}
      </Sample>
      {relay.sample}
    </Section>
  );
}

/** The choice of an integration that works, and the first read of its provider. */
function useRelaySample(orgSlug: string) {
  const language = useLanguage();
  const [chosen, choose] = useFilter('integration');
  const active = useRead(
    'listOrganizationIntegrations',
    { orgSlug, status: 'active', limit: mostOfPage },
    { live: false },
  );
  const providers = useRead('listProviders', {}, { live: false });
  const options = useMemo(
    () =>
      (active.data?.integrations ?? [])
        .map(({ id, name, providerName, workspace }) => ({
          value: id,
          label: text.integrationOption(name, providerName, workspace.name),
        }))
        .toSorted((one, other) => one.label.localeCompare(other.label)),
    [active.data],
  );
  const integration =
    active.data?.integrations.find(({ id }) => id === (chosen === '' ? options[0]?.value : chosen)) ??
    active.data?.integrations[0];
  const provider = providers.data?.providers.find((each) => each.provider === integration?.provider);
  const at = integration && { orgSlug, workspaceSlug: integration.workspace.slug, id: integration.id };
  const account = useFirstAccount(at, integration, provider);
  if (active.data !== undefined && integration === undefined)
    return { sample: <p className={styles.quiet}>{text.noIntegration}</p> };
  const read = provider?.firstRead;
  if (integration === undefined || provider === undefined || read === undefined) return {};
  const isKnown = account !== undefined || !namesAccount(read);
  const names = {
    apiUrl: settings.apiUrl,
    orgSlug,
    workspaceSlug: integration.workspace.slug,
    integrationId: integration.id,
  };
  return {
    integration,
    choice: options.length > 1 && (
      <Select
        label={text.integration}
        options={options}
        value={integration.id}
        onChange={({ target }) => choose(target.value)}
      />
    ),
    sample: (
      <Sample
        title={titleOf(read, account?.name ?? account?.id ?? integration.name)}
        code={samples[language].relay(names, requestOf(read, account ?? { id: text.accountPlaceholder }))}
      >
        {text.relayNote}{' '}
        <Link to={`/o/${orgSlug}/w/${integration.workspace.slug}/integrations/${integration.id}?use=1`}>
          {text.letKeyUse(integration.name)}
        </Link>{' '}
        {!isKnown && text.noAccount(text.accountPlaceholder)}{' '}
        {isPageAddress(provider.documentationUrl) && (
          <a href={provider.documentationUrl}>{text.providerDocs(integration.providerName)}</a>
        )}
      </Sample>
    ),
  };
}
