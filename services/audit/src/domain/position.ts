/** The place of an entry in the order of its chain, by which pages are read: `recordedAt` never goes back along a chain. */
export interface Position {
  readonly recordedAt: Date;
  readonly sequence: number;
}
