/** `npm run bench`: ratios against a raw baseline in the same run, never absolute times. `-- NAME` runs one of them. */
import { audit } from './audit.ts';
import { exportLists } from './export.ts';
import { gatewayAlone } from './gateway.ts';
import { matching } from './matching.ts';
import { movement } from './movement.ts';
import { reconciliation } from './reconciliation.ts';
import { settledList } from './settled-list.ts';
import { settledPage } from './settled-page.ts';

const benches = {
  'settled-page': settledPage,
  'settled-list': settledList,
  movement,
  gateway: gatewayAlone,
  audit,
  export: exportLists,
  reconciliation,
  matching,
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(benches, name));
if (unknown !== undefined) {
  console.error(`There is no bench ${unknown}; there are: ${Object.keys(benches).join(', ')}`);
  process.exitCode = 2;
} else
  for (const [name, bench] of Object.entries(benches))
    if (wanted.length === 0 || wanted.includes(name)) await bench();
