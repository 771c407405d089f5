/**
 * After this many games or puzzles in which a program was too late, it gets no more, because each takes all the time that the
 * clock allows. See py/sandlot/grade/grader.py.
 */
export const MOST_LATE = 4;
