import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const TrailPage = () => <ConsolePage title={words.frame.pages.trail}>{null}</ConsolePage>;
