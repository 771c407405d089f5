// The games, a line for each: everything else of a game is in its folder.

export { generals } from './generals/index.js';
export { planes } from './planes/index.js';
export { snake } from './snake/index.js';
export { tank } from './tank/index.js';
