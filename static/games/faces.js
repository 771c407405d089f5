// The games of the page, one line for each. Everything else of a game is in its folder.

export { generals } from './generals/index.js';
export { planes } from './planes/index.js';
export { snake } from './snake/index.js';
export { tank } from './tank/index.js';
