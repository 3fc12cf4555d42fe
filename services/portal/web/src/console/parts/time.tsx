import { formatDateTime } from '../../words/words.ts';
import { ago } from '../words/words.ts';

/** A point in time as people say it: "5 minutes ago". The tooltip has the date. */
export const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {ago(at)}
  </time>
);
