import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** Squares of white around a code, which cameras need. */
const border = 4;

/** The dark squares as one path: a bar for each run of them in a row. */
export const pathOf = (squares: readonly (readonly boolean[])[]): string =>
  squares
    .flatMap((row, y) =>
      row.flatMap((dark, x) => {
        if (!dark || row[x - 1] === true) return [];
        const end = row.indexOf(false, x);
        const length = (end === -1 ? row.length : end) - x;
        return [`M${x} ${y}h${length}v1h-${length}z`];
      }),
    )
    .join('');

interface QrCodeProps {
  /** For those who cannot see it. */
  readonly label: string;
  /** What it contains. */
  readonly children: string;
}

/** A QR code. */
export function QrCode({ label, children }: QrCodeProps) {
  const { data, size } = encode(children, { ecc: 'M', border });
  return (
    <svg className={styles.code} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path className={styles.squares} d={pathOf(data)} />
    </svg>
  );
}
