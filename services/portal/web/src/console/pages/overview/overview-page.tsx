import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const OverviewPage = () => <ConsolePage title={words.frame.pages.overview}>{null}</ConsolePage>;
