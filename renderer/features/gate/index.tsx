/** The gate before the window: the first start and the lock. It is small, because a start loads it first. */
import './gate.css';

export { useActivity } from './activity.ts';
export { Gate, LockWarning } from './gate.tsx';
