import styles from './icon.module.css';

/** The paths of each icon in a view box of 24 by 24, drawn as lines. */
const drawings = {
  check: ['M5 12.5l4.5 4.5L19 7.5'],
  cross: ['M6.5 6.5l11 11', 'M17.5 6.5l-11 11'],
  clock: ['M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z', 'M12 7v5l3.5 2'],
  hand: [
    'M8 13V5.75a1.75 1.75 0 0 1 3.5 0V11',
    'M11.5 11V4.25a1.75 1.75 0 0 1 3.5 0V11',
    'M15 11V6.25a1.75 1.75 0 0 1 3.5 0V14.5a7 7 0 0 1-7 7c-2.4 0-3.9-.9-5.2-2.7l-3-4.3a1.7 1.7 0 0 1 2.7-2.1L8 14.5',
  ],
  envelope: [
    'M4 5.5h16A1.5 1.5 0 0 1 21.5 7v10a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 17V7A1.5 1.5 0 0 1 4 5.5z',
    'M3 7l9 6.5L21 7',
  ],
  information: ['M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z', 'M12 11.5v4.5', 'M12 8v.01'],
  success: ['M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z', 'M8 12.5l2.75 2.75L16 9.5'],
  warning: ['M12 4 2.75 19.5h18.5z', 'M12 10v4', 'M12 16.75v.01'],
  failure: ['M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z', 'M12 7.5v5', 'M12 16v.01'],
  lock: [
    'M8 11V8a4 4 0 0 1 8 0v3',
    'M6.5 11h11A1.5 1.5 0 0 1 19 12.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 1.5 0 0 1 6.5 11z',
  ],
  down: ['M6 9.5l6 6 6-6'],
  /** To another tab. */
  out: ['M14 5h5v5', 'M19 5l-8.5 8.5', 'M18 14v5H5V6h5'],
} as const;

type IconName = keyof typeof drawings;

/** Hidden from screen readers: the text beside it says the same. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
    {drawings[name].map((line) => (
      <path key={line} d={line} />
    ))}
  </svg>
);
