// Learn: a path of lessons ("steps") from no code to a bot that climbs the ladder. Each step is checked by playing.

import { effect } from '@preact/signals';
import type { App } from '../../app.ts';
import { fetchAsset, fetchLater, manifest } from '../../base/site/manifest.ts';
import { language, withWords } from '../../base/words/index.ts';
import type { Place } from '../../shell/router.ts';
import { showWayBack } from './opened.tsx';
import type { Options, Words } from './state.ts';
import { createState } from './state.ts';
import type { Step } from './types.ts';
import { showPanel } from './view.tsx';

/** The game whose path is shown to users who have begun none: its rules are the shortest. */
const EASIEST = 'snake';

/** Milliseconds after which the rest is fetched, so that the shown parts load first. */
const QUIET = 3000;

export async function createLearn(host: HTMLElement, app: App) {
  const [editor, more] = await Promise.all([app.code.loadEditor(), jsonOf(manifest.pathWords[language])]);
  const { arena, store, notices, router, replays } = app;
  const options: Options = {
    ...{ arena, store, notices, names: Object.keys(app.games), href: router.href },
    open(name, text, how) {
      // In Play, what went wrong is shown beside the board, with a button to go back.
      app.session.chooseStage('play');
      return replays.open(name, text, how);
    },
    puzzles: app.puzzles,
    ...{ library: fetchLater, calm: () => app.play.run.calm(), editor },
    mine: app.library.currentCode,
    keepBot(bot, game) {
      app.navigation.toCode(game);
      app.code.receive(bot);
      // Not the editor: it may be closed, and a tablet's keyboard would cover it.
      app.navigation.focusTab();
      if (!matchMedia('(pointer: coarse)').matches) app.editor.focus();
    },
  };
  const words = withWords(more as Record<string, unknown>) as unknown as Words;
  const games = options.names.filter((name) => manifest.paths[name]);
  const load = (game: string) => jsonOf(manifest.paths[game]) as Promise<Step[]>;
  const state = createState(options, { games, easiest: EASIEST, load }, words);
  // Tasks from a link may come when the tab is already shown.
  effect(() => {
    const given = app.tasks.value;
    if (!given) return;
    app.tasks.value = null;
    void state.openLinked(given.name, given.text);
  });
  effect(nameStep);
  showWayBack(app, state, words);
  const begun = { current: false };

  /** Writes the shown step into the address. */
  function nameStep() {
    const { value: step } = state.named;
    const { tab, game, step: before } = router.place;
    if (tab !== 'learn' || before === (step?.id ?? null) || (step && step.game !== game)) return;
    if (step && before !== null) router.noteNext({ step: step.id });
    else router.note({ step: step?.id ?? null });
  }

  return {
    async show({ game, step }: Pick<Place, 'game' | 'step'>) {
      await state.show(game, step);
      // The header marks the game that the address names.
      if (!game && app.router.place.tab === 'learn' && state.game.value) app.enter.name(state.game.value);
      nameStep();
      if (!begun.current)
        showPanel(host, {
          ...{ ...options, state, words, list: app.puzzles.list },
          ...{ share: app.links.shareTasks, shareStep: app.links.shareStep },
        });
      if (!begun.current) setTimeout(fetchTheRest, QUIET);
      begun.current = true;
    },
    leave: state.stop,
  };
}

/** Fetches the files for the paths and puzzles of all games, so that all of Learn then works without a network. */
function fetchTheRest() {
  const { paths, puzzles, explained, later } = manifest;
  const files = [...Object.values(paths), ...Object.values(puzzles), explained[language], later];
  for (const url of files) if (url) fetchAsset(url).catch(() => {});
}

async function jsonOf(url: string | undefined): Promise<unknown> {
  const response = await fetchAsset(url ?? '');
  return response.json();
}
