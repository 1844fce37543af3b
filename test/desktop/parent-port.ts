/** The port that a utility process of Electron has in `process`. It leads to its parent and has events like those of the DOM. */
import { EventEmitter } from 'node:events';

const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => void process.send?.(message),
});
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }));
process.on('disconnect', () => process.exit(0));
Object.assign(process, { parentPort });
