import { Check, Copy as CopyIcon } from 'lucide-react';
import { Link } from 'react-router';
import { Announcement } from '../../../parts/announcement.tsx';
import { settings } from '../../../settings.ts';
import { isPageAddress } from '../../../state/address.ts';
import { useOrganization } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { useRead } from '../../data/queries.ts';
import { useCopy } from '../../parts/copy.tsx';
import { Section } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';
import styles from './developers.module.css';
import { type Language, languages, placeholder, samples, setKey } from './samples.ts';

const text = words.developers;

/** Sample requests with the slugs of the organization, in the language of the URL. */
export function SamplesSection() {
  const { slug: orgSlug, name } = useOrganization();
  const [chosen] = useFilter('language');
  const language: Language = languages.find((each) => each === chosen) ?? 'curl';
  const workspaces = useRead('listWorkspaces', { orgSlug }, { live: false });
  // An integration that works, if there is one: the sample of the relay needs it.
  const active = useRead(
    'listOrganizationIntegrations',
    { orgSlug, status: 'active', limit: 1 },
    { live: false },
  );
  const providers = useRead('listProviders', {}, { live: false });
  const integration = active.data?.integrations[0];
  const workspaceSlug = integration?.workspace.slug ?? workspaces.data?.workspaces[0]?.slug;
  const provider = providers.data?.providers.find((each) => each.provider === integration?.provider);
  const names = {
    apiUrl: settings.apiUrl,
    orgSlug,
    workspaceSlug: workspaceSlug ?? 'your-workspace',
    integrationId: integration?.id ?? 'INTEGRATION_ID',
    api: provider?.apis[0]?.name ?? 'API',
  };
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
      <Sample title={text.setKey} code={setKey}>
        {text.setKeyNote(placeholder)} <Link to={`/o/${orgSlug}/keys?new=1`}>{text.createKey}</Link>
      </Sample>
      <nav className={styles.tabs} aria-label={text.language}>
        {languages.map((each) => (
          <Link
            key={each}
            to={{ search: `?language=${each}` }}
            replace
            aria-current={each === language ? 'true' : undefined}
          >
            {text.languages[each]}
          </Link>
        ))}
      </nav>
      <Sample title={text.read} code={samples[language].read(names)}>
        {workspaces.data !== undefined && workspaceSlug === undefined ? text.noWorkspace : text.readNote}
      </Sample>
      <Sample title={text.relay} code={samples[language].relay(names)}>
        {text.relayNote}{' '}
        {integration === undefined ? (
          active.data !== undefined && text.noIntegration
        ) : (
          <>
            {text.relayPath(integration.providerName)}{' '}
            {provider !== undefined && isPageAddress(provider.documentationUrl) && (
              <a href={provider.documentationUrl}>{text.providerDocs(integration.providerName)}</a>
            )}
          </>
        )}
      </Sample>
    </Section>
  );
}

interface SampleProps {
  readonly title: string;
  readonly code: string;
  readonly children: React.ReactNode;
}

function Sample({ title, code, children }: SampleProps) {
  const { code: element, copied, copy } = useCopy(code);
  return (
    <figure className={styles.sample}>
      <figcaption className={styles.caption}>
        <span>
          <strong>{title}</strong>
          <span className={styles.note}>{children}</span>
        </span>
        <button type="button" className={styles.copy} aria-label={text.copySample(title)} onClick={copy}>
          {copied ? <Check aria-hidden="true" /> : <CopyIcon aria-hidden="true" />}
          {copied ? text.copied : text.copy}
        </button>
        <Announcement>{copied ? text.copied : undefined}</Announcement>
      </figcaption>
      {/* Scrolls sideways: the keyboard needs a way in. */}
      <pre className={styles.code} tabIndex={0} aria-label={title} role="region">
        <code ref={element}>{code}</code>
      </pre>
    </figure>
  );
}
