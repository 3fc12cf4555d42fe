import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const WorkspaceMembersPage = () => <ConsolePage title={words.frame.pages.members}>{null}</ConsolePage>;
