import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const DevelopersPage = () => <ConsolePage title={words.frame.pages.developers}>{null}</ConsolePage>;
