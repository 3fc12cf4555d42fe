import { Page } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const HomePage = () => <Page title={words.home.title}>{null}</Page>;
