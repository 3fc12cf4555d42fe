import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const KeysPage = () => <ConsolePage title={words.frame.pages.keys}>{null}</ConsolePage>;
