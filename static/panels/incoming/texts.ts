// Opens text files: programs, replays, logs and maps.

import type { App } from '../../app.ts';
import { tidyName } from '../../base/text/bot-names.ts';
import { garbledAs } from '../../base/text/garbled.ts';
import { kindOfText } from '../../base/text/kinds.ts';
import { languageByName, languageByText, quoted } from '../../base/text/languages.ts';
import { hasPython, tidy } from '../../base/text/python-text.ts';
import { isReport } from '../../base/values/contest-reports.ts';
import { sentences, t } from '../../base/words/index.ts';
import { gameViewOf } from '../../games/index.ts';
import type { Openers } from './incoming.ts';
import type { Notes } from './notes.ts';
import { sayGarbled, shownOf } from './notes.ts';

const MEGABYTE = 2 ** 20;
/** The most characters of a program that is put into the editor. */
const LONGEST_CODE = 2 * MEGABYTE;

/** Opens text files: a program, a replay, a log or a map, as the name or else the content tells. */
export function createTexts(
  { notices, games, arena }: App,
  { openCode, openReplay, openMap }: Pick<Openers, 'openCode' | 'openReplay' | 'openMap'>,
  notes: Notes,
  mayBeEmpty: boolean,
) {
  function openPython(name: string, source: string, remark: string) {
    const { text, ...tidied } = tidy(source);
    const garbled = garbledAs(text);
    const said = [t('code.wasOpened', { name: tidyName(name, false) })];
    if (remark) said.push(remark, t('files.savedAs'));
    if (tidied.count > 0) said.push(t('files.tidied', shownOf(tidied)));
    if (garbled) said.push(sayGarbled(garbled));
    openCode({ name, source: text }, sentences(said));
  }

  async function takeMap(game: string, name: string, text: string, players: number) {
    const named = t(`game.${game}`);
    const problem = await arena.check(game, { map: text }, players);
    if (problem) return notes.refuse('files.badMap', { name, game: named, why: problem });
    const action = { label: t('notice.undo'), run: openMap(game, text, players) };
    const option = t(`setting.${game}.map`);
    notices.show(t('files.map', { name, game: named, players, option }), { action });
  }

  async function takeRecording(name: string, text: string, remark: string) {
    if (remark) notices.show(t('files.remark', { name, remark }));
    await openReplay(name, text);
  }

  /** @returns whether it is a game's own file, such as a log or a map */
  async function takeOwn(name: string, text: string, remark: string): Promise<boolean> {
    for (const game of Object.keys(games)) {
      const found = gameViewOf(game).file?.(text);
      if (found?.kind === 'config')
        notes.commands(t('files.config', { name }), [`sandlot run ${quoted(name)}`]);
      if (found?.kind === 'log') await takeRecording(name, text, remark);
      if (found?.kind === 'map') await takeMap(game, name, text, found.players);
      if (found) return true;
    }
    return false;
  }

  /** @returns whether it was something other than code */
  async function takeOther(name: string, text: string, remark: string): Promise<boolean> {
    const kind = kindOfText(name, text);
    if (kind === 'recording') await takeRecording(name, text, remark);
    else if (kind) notes.refuse(`files.${kind}`, { name });
    return kind !== null || takeOwn(name, text, remark);
  }

  return {
    /** @param remark a sentence about how it was decoded */
    async take(name: string, text: string, remark: string) {
      const isPython = /\.py$/i.test(name);
      if (text.trim() === '' && !(isPython && mayBeEmpty)) return notes.refuse('files.empty', { name });
      const named = isPython ? null : languageByName(name);
      if (named) return notes.language(named, name, text);
      if (isReport(text)) return notes.refuse('compete.open.report', { name });
      if (!isPython && (await takeOther(name, text, remark))) return;
      const language = languageByText(text);
      if (language) notes.language(language, name, text);
      else if (text.length > LONGEST_CODE)
        notes.refuse('files.tooLong', { name, megabytes: LONGEST_CODE / MEGABYTE });
      else if (!isPython && !hasPython(text)) notes.refuse('files.noPython', { name });
      else openPython(name, text.replace(/\r\n?/g, '\n'), remark);
    },
  };
}
