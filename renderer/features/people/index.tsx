import './people.css';

export { useActivity } from './activity.ts';
export { Gate, LockWarning } from './gate.tsx';
export { PeopleSettings } from './people-settings.tsx';
export { PersonMenu } from './person-menu.tsx';
export { RulesSettings } from './rules-settings.tsx';
