/**
 * In how many games or puzzles a program may be too late before it gets no more: each takes as long as the clock allows. See
 * py/sandlot/grade/grader.py.
 */
export const MOST_LATE = 4;
