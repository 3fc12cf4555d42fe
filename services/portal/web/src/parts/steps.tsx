export interface StepsProps {
  readonly steps: readonly string[];
  /** Index of the step that the reader is at. */
  readonly current: number;
}

/** Where one is in something of several steps. */
export const Steps = ({ steps, current }: StepsProps) => (
  <ol>
    {steps.map((step, index) => (
      <li key={step} aria-current={index === current ? 'step' : undefined}>
        {step}
      </li>
    ))}
  </ol>
);
