import { Check, Copy as CopyIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Announcement } from '../../parts/announcement.tsx';
import { withParameters } from '../data/filters.ts';
import { useCopy } from '../parts/copy.tsx';
import { words } from '../words/words.ts';
import styles from './sample.module.css';
import { type Language, languages } from './samples.ts';

const text = words.developers;

/** The language of samples in the address. */
export function useLanguage(): Language {
  const [parameters] = useSearchParams();
  const chosen = parameters.get('language');
  return languages.find((each) => each === chosen) ?? 'curl';
}

/** Chooses the language of the samples below. */
export function Languages() {
  const [parameters] = useSearchParams();
  const language = useLanguage();
  return (
    <nav className={styles.languages} aria-label={text.language}>
      {languages.map((each) => (
        <Link
          key={each}
          to={{ search: `?${withParameters(parameters, { language: each }).toString()}` }}
          replace
          aria-current={each === language ? 'true' : undefined}
        >
          {text.languages[each]}
        </Link>
      ))}
    </nav>
  );
}

interface SampleProps {
  readonly title: string;
  readonly code: string;
  /** Beside the button that copies. */
  readonly action?: ReactNode;
  /** Called when the code was copied. */
  readonly onCopied?: () => void;
  /** Below the title, in small letters. */
  readonly children?: ReactNode;
}

/** A program or a command, with a button that copies it. */
export function Sample({ title, code, action, onCopied, children }: SampleProps) {
  const { code: element, copied, copy } = useCopy(code, onCopied);
  return (
    <figure className={styles.sample}>
      <figcaption className={styles.caption}>
        <span className={styles.words}>
          <strong>{title}</strong>
          {children !== undefined && <span className={styles.note}>{children}</span>}
        </span>
        <span className={styles.actions}>
          {action}
          <button type="button" className={styles.copy} aria-label={text.copySample(title)} onClick={copy}>
            {copied ? <Check aria-hidden="true" /> : <CopyIcon aria-hidden="true" />}
            {copied ? text.copied : text.copy}
          </button>
        </span>
        <Announcement>{copied ? text.copied : undefined}</Announcement>
      </figcaption>
      {/* Scrolls sideways: the keyboard needs a way in. */}
      <pre className={styles.code} tabIndex={0} aria-label={title} role="region">
        <code ref={element}>{code}</code>
      </pre>
    </figure>
  );
}
