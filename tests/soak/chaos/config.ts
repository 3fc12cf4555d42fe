export interface ChaosConfig {
  readonly seed: number;
  /** For how long faults happen; starting, draining and reading back come on top. */
  readonly seconds: number;
}

export const integerOf = (name: string, fallback: number): number => {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} must be a positive integer`);
  return value;
};

/** CHAOS_SEED: default a random one. CHAOS_SECONDS: the default is given by who asks. */
export const readConfig = (seconds: number): ChaosConfig => ({
  seed: integerOf('CHAOS_SEED', 1 + Math.floor(Math.random() * 999_999)),
  seconds: integerOf('CHAOS_SECONDS', seconds),
});

/** When a run that hangs is ended, milliseconds after its beginning; long runs take longer to read back. */
export const deadlineMsOf = ({ seconds }: ChaosConfig): number => 480_000 + seconds * 1_500;
