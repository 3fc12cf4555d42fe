import { beforeEach } from 'vitest';

/** Set-up file: of its files only the tests that are tagged `soak` are run. `make test` runs the others. */
beforeEach(({ task, skip }) => {
  skip(!task.tags?.includes('soak'), 'make test runs it');
});
