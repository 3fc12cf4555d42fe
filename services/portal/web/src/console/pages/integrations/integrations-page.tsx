import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const IntegrationsPage = () => (
  <ConsolePage title={words.frame.pages.integrations}>{null}</ConsolePage>
);
