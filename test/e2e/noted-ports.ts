/**
 * For tests in Practice: loaded into Closeout's processes before anything else, it writes every port that they listen on into the
 * file of CLOSEOUT_TEST_PORTS.
 */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { Server } from 'node:net';

const file = process.env['CLOSEOUT_TEST_PORTS'];

if (file !== undefined)
  subscribe('tracing:net.server.listen:asyncEnd', (message) => {
    const at = (message as { server: Server }).server.address();
    if (at !== null && typeof at === 'object') appendFileSync(file, `${at.port}\n`);
  });
