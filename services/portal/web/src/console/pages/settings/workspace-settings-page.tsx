import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const WorkspaceSettingsPage = () => (
  <ConsolePage title={words.frame.pages.settings}>{null}</ConsolePage>
);
