import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const MembersPage = () => <ConsolePage title={words.frame.pages.members}>{null}</ConsolePage>;
