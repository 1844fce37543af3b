/** What every core behind a loopback address is started with. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { noPorts } from '../../core/host-ports.ts';
import type { CoreOptions } from '../../core/options.ts';
import { systemClock, systemRandom } from '../launch/system.ts';
import {
  databaseWorkerUrl,
  exportWorkerUrl,
  headOfficeWorkerUrl,
  root,
  statementWorkerUrl,
} from './beside.ts';
import { createPrintToPdf } from './print-to-pdf.ts';

/** The settings are in the data folder: what is damaged in them is set aside before. */
export function optionsIn(dataDir: string) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    dataDir,
    host: 'browser',
    version,
    databaseWorkerUrl,
    statementWorkerUrl,
    headOfficeWorkerUrl,
    settingsStore: new Conf({ cwd: dataDir, configName: 'settings', projectName: 'closeout' }),
    clock: systemClock,
    random: systemRandom,
    ports: { ...noPorts, printToPdf: createPrintToPdf(), exportWorkerUrl },
  } satisfies Partial<CoreOptions>;
}
