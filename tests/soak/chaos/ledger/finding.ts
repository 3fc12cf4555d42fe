/** Something that is wrong. */
export interface Finding {
  /** What was expected and what was there. */
  readonly text: string;
  readonly requestIds: readonly string[];
}
