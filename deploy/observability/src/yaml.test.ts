import { expect, it } from 'vitest';
import { toYaml } from './yaml.ts';

it('writes texts, lists and objects, and texts with quotes or several lines as blocks', () => {
  const groups = [
    {
      name: 'a: b',
      interval: undefined,
      rules: [{ expr: 'x{y="z"}\n> 3', labels: { of: '{{ $value }}' } }, { expr: '1' }],
    },
  ];
  expect(toYaml({ groups })).toBe(`groups:
  - name: "a: b"
    rules:
      - expr: |-
          x{y="z"}
          > 3
        labels:
          of: "{{ $value }}"
      - expr: "1"
`);
});
