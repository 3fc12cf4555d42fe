import { Page } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const OutcomePage = () => <Page title={words.outcome.title}>{null}</Page>;
