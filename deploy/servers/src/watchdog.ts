import { spawn } from 'node:child_process';

/**
 * Blocks on a pipe that only our process writes to. A line means that the server has ended; end of file means that our
 * process has ended: then it sends the signal to the server (and SIGCONT, in case it was stopped), and SIGKILL after 10 s.
 */
const script = `
trap '' INT TERM HUP QUIT
if read -r _; then exit 0; fi
kill -s "$2" "$1" 2>/dev/null || exit 0
kill -s CONT "$1" 2>/dev/null
tries=0
while [ $tries -lt 100 ] && kill -0 "$1" 2>/dev/null; do sleep 0.1; tries=$((tries + 1)); done
kill -s KILL "$1" 2>/dev/null
exit 0
`;

export interface Watchdog {
  /** Ends the watchdog; to be called when the watched process has ended. */
  dismiss(): void;
}

/** Stops the process `pid` when ours ends, even by SIGKILL. */
export function startWatchdog(pid: number, signal: NodeJS.Signals): Watchdog {
  const child = spawn('/bin/sh', ['-c', script, 'watchdog', String(pid), signal.slice('SIG'.length)], {
    // In another session: Ctrl-C goes to every process of the terminal's foreground group.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  // The open pipe must not keep our event loop alive.
  (child.stdin as unknown as { unref(): void }).unref();
  return { dismiss: () => child.stdin.end('\n') };
}
