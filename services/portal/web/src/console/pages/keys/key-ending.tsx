import { Alert } from '../../../parts/alert.tsx';
import { useSecondsUntil } from '../../../state/use-seconds-until.ts';
import { formatDateTime } from '../../../words/words.ts';
import { words } from '../../words/words.ts';

const text = words.keys;

/** Formats seconds with the two largest units. */
export function leftOf(seconds: number): string {
  const [minutes, hours, days] = [60, 3_600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ];
  if (days > 0) return text.left.days(days, hours % 24);
  if (hours > 0) return text.left.hours(hours, minutes % 60);
  return minutes > 0 ? text.left.minutes(minutes, seconds % 60) : text.left.seconds(seconds);
}

/** Counts down until a key expires or its grace window ends. Announced once to screen readers. */
export function KeyEnding({ at }: { readonly at: string }) {
  const seconds = useSecondsUntil(Date.parse(at));
  return (
    <Alert kind="warning">
      <p>
        {seconds > 0 ? (
          <strong aria-live="off">{text.panel.ends(leftOf(seconds))}</strong>
        ) : (
          text.panel.endsNow
        )}
      </p>
      <p>{text.panel.endsHelp(formatDateTime(at))}</p>
    </Alert>
  );
}
