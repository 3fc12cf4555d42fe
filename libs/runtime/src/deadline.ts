/** Waits for work until the deadline aborts. Answers whether the work had ended by then; rejects as the work does. */
export async function inTime(work: Promise<unknown>, deadline: AbortSignal): Promise<boolean> {
  const expired = Promise.withResolvers<boolean>();
  const expire = (): void => expired.resolve(false);
  deadline.addEventListener('abort', expire, { once: true });
  if (deadline.aborted) expire();
  try {
    return await Promise.race([work.then(() => true), expired.promise]);
  } finally {
    deadline.removeEventListener('abort', expire);
  }
}
