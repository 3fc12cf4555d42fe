import { serviceNames } from '@patchbay/platform/services';
import { platformFiles } from './platform-files.ts';
import { type Files, serviceFiles } from './service-files.ts';

/** Every file of charts/ that is written from here. */
export const chartFiles = (): Files =>
  new Map([...serviceNames.flatMap((service) => [...serviceFiles(service)]), ...platformFiles()]);
