import { Page } from '../parts/page.tsx';
import { words } from '../words/words.ts';

export const NotFoundPage = () => <Page title={words.notFound.title}>{null}</Page>;
