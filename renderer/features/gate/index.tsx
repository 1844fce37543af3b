/** What stands before the window: the first start and the lock. Small: it is what a start loads first. */
import './gate.css';

export { useActivity } from './activity.ts';
export { Gate, LockWarning } from './gate.tsx';
