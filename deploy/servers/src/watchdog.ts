import { spawn } from 'node:child_process';

/**
 * Waits on a pipe that only our process holds. A line means that the server ended in order; the end of the pipe means that
 * we died without a chance to stop it, in whatever way, and then the watchdog does.
 */
const script = `
trap '' INT TERM HUP QUIT
if read -r _; then exit 0; fi
kill -s "$2" "$1" 2>/dev/null || exit 0
tries=0
while [ $tries -lt 100 ] && kill -0 "$1" 2>/dev/null; do sleep 0.1; tries=$((tries + 1)); done
kill -s KILL "$1" 2>/dev/null
exit 0
`;

export interface Watchdog {
  /** The server is gone: nothing is left to watch. */
  dismiss(): void;
}

/** Ends the process `pid` when ours ends, even by SIGKILL. */
export function startWatchdog(pid: number, signal: NodeJS.Signals): Watchdog {
  const child = spawn('/bin/sh', ['-c', script, 'watchdog', String(pid), signal.slice('SIG'.length)], {
    // A session of its own: Ctrl-C in a terminal goes to every process of the terminal's group.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  // The pipe alone must not keep our process from ending: its end is what the watchdog waits for.
  (child.stdin as unknown as { unref(): void }).unref();
  return { dismiss: () => child.stdin.end('\n') };
}
