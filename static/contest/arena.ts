// What contests need of an arena; see static/engine/arena.ts. No code.

import type { createContestQuestions } from '../engine/contests.ts';
import type { Code, Equipment, MatchHandle, MatchListener, MatchSpec, Message } from '../match/types.ts';

export type ContestQuestions = ReturnType<typeof createContestQuestions>;

export interface Arena {
  ready: Promise<void>;
  play: (spec: MatchSpec, on: Partial<MatchListener>) => MatchHandle;
  sideBySide: (count: number) => Promise<boolean>;
  warm: () => void;
  contests: ContestQuestions;
  close: () => void;
}

/** What bots need besides their text, in their order. */
export type Equip = (codes: Code[], signal: AbortSignal) => Promise<Equipment[] | { problem: Message }>;
