import { Page } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const DevicePage = () => <Page title={words.device.title}>{null}</Page>;
