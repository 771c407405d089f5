import { decode } from '../../base/text/decode.js';
import { garbledAs } from '../../base/text/garbled.js';
import { kindOfBytes, kindOfText } from '../../base/text/kinds.js';
import { CALLED, commandsFor, languageByName, languageByText, quoted } from '../../base/text/languages.js';
import { tidy } from '../../base/text/python-text.js';
import {
  bareName,
  isBundle,
  MAIN,
  MOST_BYTES,
  MOST_FILES,
  textAt,
  withText,
} from '../../base/values/bundle-shape.js';
import { list, say, sentences, t } from '../../base/words/index.js';
import { gameFace } from '../../games/index.js';
import { filesIn } from './folder.js';

/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('../../base/text/languages.js').Language} Language */
/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {import('../../match/faults.js').Problem} Problem */
/** @typedef {import('../../base/ui/notices.js').Notices} Notices */
/** @typedef {{count: number, examples: string[]}} Tidied what was changed, see `tidy` */

const MEGABYTE = 2 ** 20;
/** Nothing longer is read into memory, and no longer program put into the editor. */
const LONGEST = 64 * MEGABYTE;
const LONGEST_CODE = 2 * MEGABYTE;
/** Bytes that say whether something is text. */
const SAMPLE = 64 * 1024;

/**
 * What comes in from outside, as a file or pasted: what it is, and what can be done with it.
 *
 * @param {object} outside
 * @param {Notices} outside.notices
 * @param {string[]} outside.games
 * @param {() => {game: string, rival: string}} outside.match the game that is chosen, and a bot to play against
 * @param {() => Code} outside.code
 * @param {() => {path: string, text: string}} outside.shown the file of it that is in the editor
 * @param {(code: Code, said: string) => void} outside.openCode
 * @param {import('../../base/kept/bundles.js').Bundles} outside.bundles
 * @param {import('../../engine/arena.js').Arena['unzip']} outside.unzip
 * @param {import('../../engine/arena.js').Arena['zip']} outside.zip
 * @param {(name: string, text: string) => Promise<void>} outside.openReplay
 * @param {(game: string, map: string, players: number) => () => void} outside.openMap returns what takes it out again
 * @param {(game: string, options: object, players: number) => Promise<Message | null>} outside.check
 */
export function createIncoming({
  notices,
  games,
  match,
  code,
  shown,
  openCode,
  bundles,
  unzip,
  zip,
  openReplay,
  openMap,
  check,
}) {
  /** Takes the notice away that was about the text before this one. */
  let forget = () => {};

  /** @param {string} id @param {Record<string, unknown>} params */
  const refuse = (id, params) => void notices.show(t(id, params), { bad: true });

  /** @param {File} file @returns {Promise<Uint8Array<ArrayBuffer> | null>} null: that was said */
  async function read(file) {
    try {
      if (file.size <= LONGEST) return new Uint8Array(await file.arrayBuffer());
      refuse('files.tooLong', { name: file.name, megabytes: LONGEST / MEGABYTE });
    } catch {
      refuse('files.unreadable', { name: file.name });
    }
    return null;
  }

  /** @param {File} file a bot, a replay, a log or a map; its content tells which */
  async function take(file) {
    const { name } = file;
    const bytes = await read(file);
    if (!bytes) return;
    if (isZip(bytes)) return takeZip(name, bytes);
    const binary = kindOfBytes(bytes);
    if (binary) return sayBinary(name, binary);
    // By its name it is one: what is wrong with it is said of a zip.
    if (/\.zip$/i.test(name)) return takeZip(name, bytes);
    const { text, coding, wrong } = decode(bytes);
    if (text === null || text.includes('\0')) {
      refuse(bytes.subarray(0, SAMPLE).includes(0) ? 'files.binary' : 'files.coding', { name });
      return;
    }
    const usual = coding === 'UTF-8' ? '' : t('files.readAs', { coding });
    const remark = wrong ? t('files.wrongCoding', { declared: wrong, coding }) : usual;
    await takeText(name, text.replace(/^\uFEFF/, ''), remark);
  }

  /** A zip is a bot of several files, as Botzone takes it. @param {string} name @param {Uint8Array<ArrayBuffer>} bytes */
  async function takeZip(name, bytes) {
    const forgetOpening = notices.show(t('replay.opening', { name }));
    const found = await unzip(bytes).catch(() => null);
    forgetOpening();
    if (!found) return refuse('files.unreadable', { name });
    if ('problem' in found) return refuse('bundle.refused', { name, why: found.problem });
    const { text, coding } = decode(
      found.files.find(([path]) => path === found.main)?.[1] ?? new Uint8Array(),
    );
    if (text === null) return refuse('files.coding', { name: `${name}: ${found.main}` });
    const files = await bundles.take(found.files.filter(([path]) => path !== found.main));
    const said = [t('bundle.wasOpened', { name, count: files.length + 1, main: found.main })];
    if (coding !== 'UTF-8') said.push(t('files.readAs', { coding }), t('files.savedAs'));
    const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    openCode({ name: `${bareName({ name })}.zip`, source, main: found.main, files }, sentences(said));
  }

  /** A folder with a bot in it is one of several files as well. @param {FileSystemDirectoryEntry} folder */
  async function takeFolder(folder) {
    const { name } = folder;
    const most = { files: MOST_FILES, bytes: MOST_BYTES };
    try {
      const files = await filesIn(folder, most);
      if (files) return takeZip(`${name}.zip`, new Uint8Array(await (await zip(files)).arrayBuffer()));
      const why = ['bundle.unpacks', { megabytes: MOST_BYTES / MEGABYTE, files: MOST_FILES }];
      refuse('bundle.refused', { name, why });
    } catch {
      refuse('files.unreadable', { name });
    }
  }

  /** @param {Code} bot of several files @returns {Promise<Blob | null>} null: it was said why not */
  async function pack(bot) {
    const found = await bundles.layOut(bot);
    if ('files' in found) return zip(found.files);
    notices.show(say(found.problem), { bad: true });
    return null;
  }

  /** @param {string} name @param {string} text @param {string} remark on how it was read */
  async function takeText(name, text, remark) {
    const isPython = /\.py$/i.test(name);
    const named = isPython ? null : languageByName(name);
    if (named) return sayLanguage(named, name, text);
    if (!isPython && (await takeOther(name, text, remark))) return;
    const language = languageByText(text);
    if (language) sayLanguage(language, name, text);
    else if (text.length > LONGEST_CODE)
      refuse('files.tooLong', { name, megabytes: LONGEST_CODE / MEGABYTE });
    else openPython(name, text.replace(/\r\n?/g, '\n'), remark);
  }

  /** @param {string} name @param {string} source @param {string} remark */
  function openPython(name, source, remark) {
    const { text, ...tidied } = tidy(source);
    const garbled = garbledAs(text);
    const said = [t('code.wasOpened', { name })];
    if (remark) said.push(remark, t('files.savedAs'));
    if (tidied.count > 0) said.push(t('files.tidied', shownOf(tidied)));
    if (garbled) said.push(sayGarbled(garbled));
    openCode({ name, source: text }, sentences(said));
  }

  /** @param {string} name @param {string} text @param {string} remark @returns {Promise<boolean>} whether it was no code */
  async function takeOther(name, text, remark) {
    const kind = kindOfText(name, text);
    if (kind === 'recording') {
      if (remark) notices.show(`${name}: ${remark}`);
      await openReplay(name, text);
      return true;
    }
    if (kind) refuse(`files.${kind}`, { name });
    return kind !== null || takeOwn(name, text);
  }

  /** @param {string} name @param {string} text @returns {Promise<boolean>} whether it is a file of one of the games */
  async function takeOwn(name, text) {
    for (const game of games) {
      const found = gameFace(game).file?.(text);
      if (found?.kind === 'config') sayCommands(t('files.config', { name }), [`sandlot run ${quoted(name)}`]);
      if (found?.kind === 'map') await takeMap(game, name, text, found.players);
      if (found) return true;
    }
    return false;
  }

  /** @param {string} game @param {string} name @param {string} text @param {number} players */
  async function takeMap(game, name, text, players) {
    const named = t(`game.${game}`);
    const problem = await check(game, { map: text }, players);
    if (problem) return refuse('files.badMap', { name, game: named, why: problem });
    const action = { label: t('notice.undo'), run: openMap(game, text, players) };
    const option = t(`setting.${game}.map`);
    notices.show(t('files.map', { name, game: named, players, option }), { action });
  }

  /** @param {string} name @param {import('../../base/text/kinds.js').BinaryKind} kind */
  function sayBinary(name, kind) {
    const { game, rival } = match();
    const stem = name.replace(/\.class$/, '');
    const command = kind === 'class' ? `java -cp . ${stem}` : `./${name}`;
    const isTyped = /^[\w.+-]+$/.test(name);
    if (isTyped && (kind === 'class' || kind === 'program'))
      sayCommands(t(`files.${kind}`, { name }), [`sandlot play ${game} "cmd:${command}" ${rival}`]);
    else refuse(`files.${kind}`, { name });
  }

  /** @param {Language} language @param {string} name @param {string} text @param {boolean} [pasted] */
  function sayLanguage(language, name, text, pasted = false) {
    const { file, lines, hasMain } = commandsFor(language, name, text, match());
    const called = CALLED[language];
    const said = [t(pasted ? 'files.pasted' : 'files.language', { name, language: called })];
    if (!hasMain) said.push(t('files.noMain'));
    said.push(t(pasted || file !== name ? 'files.commandsFor' : 'files.commands', { file }));
    sayCommands(sentences(said), lines);
  }

  /** @param {string} text @param {string[]} lines to type */
  function sayCommands(text, lines) {
    forget();
    forget = notices.show(text, { code: lines.join('\n') });
  }

  /** Something was pasted into the editor. @param {Tidied} tidied what of it was changed on its way */
  function pasted(tidied) {
    const { path, text } = shown();
    const language = languageByText(text);
    forget();
    if (language) return sayLanguage(language, nameOf(path), text, true);
    const garbled = garbledAs(text);
    const said = [];
    if (tidied.count > 0) said.push(t('files.pasteTidied', shownOf(tidied)));
    if (garbled) said.push(sayGarbled(garbled));
    if (said.length > 0) forget = notices.show(sentences(said));
  }

  /** What a file is called in what is said of it. @param {string} path @returns {string} */
  const nameOf = (path) => (isBundle(code()) ? path.slice(path.lastIndexOf('/') + 1) : code().name);

  /** @param {Problem} problem a module that the bot has imported and that is not there */
  function sayMissing({ hint }) {
    const { name, source } = code();
    const [id, { package: known, module }] = /** @type {Message} */ (hint);
    const mayDeclare = id === 'missing.pure' || id === 'missing.unknown';
    const header = `# /// script\n# dependencies = ["${known ?? module}"]\n# ///\n`;
    const run = () => openCode({ ...code(), source: header + source }, t('missing.declared'));
    const action = mayDeclare && !source.includes('# /// script') && { label: t('missing.declare'), run };
    forget();
    const text = t('replay.problem', { name, why: hint });
    forget = notices.show(text, { bad: true, ...(action ? { action } : {}) });
  }

  /**
   * What the editor's own problems are if Python did not understand the text at all; and what can be done about them.
   *
   * @param {Problem[]} problems
   * @returns {Problem[]}
   */
  function explain(problems) {
    const missing = problems.find(({ hint }) => hint?.[0].startsWith('missing.'));
    if (missing) sayMissing(missing);
    const wrong = problems.find((each) => /^(?:Syntax|Indentation|Tab)Error/.test(each.text));
    const path = wrong?.file ?? code().main ?? MAIN;
    const source = textAt(code(), path);
    if (!wrong || source === null) return problems;
    const language = languageByText(source);
    if (language) {
      sayLanguage(language, nameOf(path), source, true);
      return [{ ...wrong, line: 0, text: t('files.pasted', { language: CALLED[language] }) }];
    }
    const { text, ...tidied } = tidy(source);
    if (tidied.count > 0) {
      const run = () => openCode(withText(code(), path, text), t('files.tidied', shownOf(tidied)));
      forget();
      forget = notices.show(t('files.strange', shownOf(tidied)), { action: { label: t('files.tidy'), run } });
    }
    return problems;
  }

  return { take, takeFolder, pack, pasted, explain };
}

/** @param {Uint8Array} bytes */
function isZip([p, k, a, b]) {
  return p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6));
}

/** @param {string} garbled see `garbledAs` */
function sayGarbled(garbled) {
  return garbled === 'lost' ? t('files.lost') : t('files.garbled', { coding: garbled });
}

/** Characters to be shown; what cannot be seen has a number. @param {Tidied} tidied */
function shownOf({ count, examples }) {
  const shown = examples.slice(0, 4).map((each) => {
    const number = `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    return /[\p{P}\p{S}\p{N}]/u.test(each) ? t('files.quoted', { text: each }) : number;
  });
  return { count, examples: list(shown, 'unit') };
}
