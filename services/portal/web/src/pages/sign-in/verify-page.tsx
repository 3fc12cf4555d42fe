import { Page } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const VerifyPage = () => <Page title={words.verify.title}>{null}</Page>;
