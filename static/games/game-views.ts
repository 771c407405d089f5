// The games of the page, one line for each. Everything else of a game is in its folder.

export { generals } from './generals/index.ts';
export { planes } from './planes/index.ts';
export { snake } from './snake/index.ts';
export { tank } from './tank/index.ts';
