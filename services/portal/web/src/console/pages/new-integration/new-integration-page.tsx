import type { Schemas } from '@patchbay/client';
import { Link, useSearchParams } from 'react-router';
import { Alert } from '../../../parts/alert.tsx';
import { Steps } from '../../../parts/steps.tsx';
import hidden from '../../../parts/visually-hidden.module.css';
import { isPageAddress } from '../../../state/address.ts';
import { words as pageWords } from '../../../words/words.ts';
import { refusalOf, useWorkspace } from '../../data/access.tsx';
import { useRead } from '../../data/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { newIntegration as newIntegrationWords } from '../../words/en/new-integration.ts';
import { CreationForm } from './creation-form.tsx';
import { LinkStep } from './link-step.tsx';
import { ProviderGrid } from './provider-grid.tsx';

const text = newIntegrationWords;

/** Three steps: the provider, what is asked for, and the link for the client. The address says which one is open. */
export function NewIntegrationPage() {
  const [params] = useSearchParams();
  const created = params.get('created');
  if (created !== null)
    return (
      <ConsolePage key="created" title={text.send.title}>
        <Steps row steps={text.steps} current={2} />
        <LinkStep key={created} id={created} />
      </ConsolePage>
    );
  return <Creation chosen={params.get('provider')} />;
}

function Creation({ chosen }: { readonly chosen: string | null }) {
  const refused = refusalOf(useWorkspace(), 'createIntegration');
  const query = useRead('listProviders', {}, { live: false });
  const provider: Schemas['Provider'] | undefined = query.data?.providers.find(
    (one) => one.provider === chosen,
  );
  return (
    <ConsolePage
      key={provider?.provider ?? ''}
      title={provider === undefined ? text.title : text.titleFor(provider.name)}
      lead={provider === undefined ? text.lead : <Chosen provider={provider} />}
    >
      <Steps row steps={text.steps} current={provider === undefined ? 0 : 1} />
      {refused !== undefined && <Alert kind="information">{refused}</Alert>}
      <Loaded query={query}>
        {({ providers }) =>
          provider === undefined ? (
            <ProviderGrid providers={providers} refused={refused !== undefined} />
          ) : (
            <CreationForm provider={provider} refused={refused} />
          )
        }
      </Loaded>
    </ConsolePage>
  );
}

const Chosen = ({ provider }: { readonly provider: Schemas['Provider'] }) => (
  <>
    <Link to="?">{text.change}</Link>
    {isPageAddress(provider.documentationUrl) && (
      <>
        {' · '}
        <a href={provider.documentationUrl} target="_blank" rel="noreferrer noopener">
          {text.documentation(provider.name)}
          <span className={hidden.hidden}> {pageWords.connect.newTab}</span>
        </a>
      </>
    )}
  </>
);
