import { Fragment, type ReactNode } from 'react';

/** Lets a text break before each @, so that an email address that is too long for its line breaks there and not inside a word. */
export const withBreaks = (content: ReactNode): ReactNode =>
  typeof content === 'string' && content.includes('@')
    ? content.split(/(?=@)/).map((part, index) => (
        // Parts have no other key than their index.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))
    : content;
