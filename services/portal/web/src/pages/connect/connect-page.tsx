import { Page } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const ConnectPage = () => <Page title={words.connect.title}>{null}</Page>;
