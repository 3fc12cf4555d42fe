import { stringify } from 'yaml';

/** As Helm reads it, which is version 1.1: a text such as `yes` is quoted there. Keeps lines whole and repeats what is the same. */
export const yaml = (value: unknown): string =>
  stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
