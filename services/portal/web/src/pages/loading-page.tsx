import { Page } from '../parts/page.tsx';
import { Progress } from '../parts/progress.tsx';

/** While a page waits for what it is about. */
export const LoadingPage = ({ title }: { readonly title: string }) => (
  <Page title={title}>
    <Progress />
  </Page>
);
