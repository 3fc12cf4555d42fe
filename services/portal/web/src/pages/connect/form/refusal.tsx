import { useEffect, useRef } from 'react';
import type { Problem } from '../../../api/answer.ts';
import { Alert } from '../../../parts/alert.tsx';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { words } from '../../../words/words.ts';
import type { Attempt } from '../attempt.ts';

export interface RefusalProps {
  readonly refusal:
    | Exclude<Attempt, { kind: 'connected' }>
    | { readonly kind: 'problem'; readonly problem: Problem };
  readonly providerName: string;
}

function Told({ refusal, providerName }: RefusalProps) {
  const { connect } = words;
  if (refusal.kind === 'problem') return <ProblemAlert problem={refusal.problem} />;
  const title = {
    refused: connect.refused.refused(providerName),
    later: connect.refused.later,
    unclear: connect.refused.unclear,
  }[refusal.kind];
  return (
    <Alert kind={refusal.kind === 'later' ? 'warning' : 'failure'}>
      <p>
        <strong>{title}</strong>
      </p>
      {refusal.reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <p>{connect.linkStillWorks}</p>
    </Alert>
  );
}

/** Why nothing was connected, above the button that tries again. Gets the focus each time, so that nobody overlooks it. */
export function Refusal(props: RefusalProps) {
  const area = useRef<HTMLDivElement>(null);
  const { refusal } = props;
  useEffect(() => area.current?.focus(), [refusal]);
  return (
    <div ref={area} tabIndex={-1}>
      <Told {...props} />
    </div>
  );
}
