/** People and their PINs: the menu of who is signed in, and the settings. */
import './people.css';

export { PeopleSettings } from './people-settings.tsx';
export { PersonMenu } from './person-menu.tsx';
export { RulesSettings } from './rules-settings.tsx';
