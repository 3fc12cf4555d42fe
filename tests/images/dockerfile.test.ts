import { describe, expect, it } from 'vitest';
import { environmentOf, readDockerfile, wordsOf } from './dockerfile.ts';

const stages = readDockerfile(`# A comment
ARG BASE=node
FROM \${BASE} AS build
COPY . .
RUN one \\
    && two

FROM \${BASE}
ARG COMMIT=
# Between
ENV A=1 \\
    B="two words" \\
    COMMIT=\${COMMIT}
ENTRYPOINT ["node", "--import", "x"]
`);

describe('the stages of a Dockerfile', () => {
  it('an instruction has its continued lines, and no comments', () => {
    expect(stages).toMatchObject([
      {
        name: 'build',
        instructions: [
          { name: 'COPY', text: '. .' },
          { name: 'RUN', text: 'one && two' },
        ],
      },
      { name: undefined },
    ]);
  });

  it('the environment and the command of an image are known', () => {
    const image = stages[1] ?? { name: '', instructions: [] };
    expect(environmentOf(image, { COMMIT: 'abc' })).toEqual({ A: '1', B: 'two words', COMMIT: 'abc' });
    expect(wordsOf(image, 'ENTRYPOINT')).toEqual(['node', '--import', 'x']);
  });
});
