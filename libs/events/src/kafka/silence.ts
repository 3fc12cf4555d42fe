export interface SilenceOptions {
  /** Milliseconds without an answer after which `onSilent` is called. */
  readonly limitMs: number;
  readonly onSilent: () => void;
  /** Called with the first answer after `onSilent`. */
  readonly onEnd: () => void;
}

export interface SilenceWatch {
  /** Call it for each answer; the first call begins the watch. */
  readonly answered: () => void;
  readonly stop: () => void;
}

/** Notices that answers stop coming, long before all timeouts and retries of the requests are used up. */
export function createSilenceWatch({ limitMs, onSilent, onEnd }: SilenceOptions): SilenceWatch {
  let silent = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    answered() {
      if (stopped) return;
      timer ??= setTimeout(() => {
        silent = true;
        onSilent();
      }, limitMs).unref();
      timer.refresh();
      if (silent) onEnd();
      silent = false;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
