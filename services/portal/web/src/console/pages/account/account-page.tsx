import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const AccountPage = () => <ConsolePage title={words.frame.pages.overview}>{null}</ConsolePage>;
