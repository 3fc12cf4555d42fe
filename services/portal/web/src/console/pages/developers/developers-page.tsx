import { useParams } from 'react-router';
import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';
import { ApiStatus } from './api-status.tsx';
import { SamplesSection } from './samples-section.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

const text = words.developers;

/** The start page for developers, or one webhook if the URL names it. */
export function DevelopersPage() {
  const { id } = useParams();
  if (id !== undefined) return <WebhookPage key={id} id={id} />;
  return (
    <ConsolePage key="start" title={text.title} lead={text.lead}>
      <ApiStatus />
      <SamplesSection />
      <WebhooksSection />
    </ConsolePage>
  );
}
