/** What a utility process of Electron finds in `process`: a port to the one that started it, with events of the DOM's form. */
import { EventEmitter } from 'node:events';

const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => void process.send?.(message),
});
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }));
process.on('disconnect', () => process.exit(0));
Object.assign(process, { parentPort });
