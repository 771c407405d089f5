// Entering a league with one of the user's bots: runs the league's check, and prepares the submission. No DOM.

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { fetchLater } from '../../base/site/manifest.ts';
import { saveBlob } from '../../base/ui/files.ts';
import { bareName, MAIN } from '../../base/values/bundle-shape.ts';
import { language, say, t } from '../../base/words/index.ts';
import type { Code, LaidOut } from '../../match/types.ts';
import { BYTES } from './shapes.ts';
import { readText, Trouble } from './source.ts';
import type { Opened } from './state.ts';

export type Entering = ReturnType<typeof createEntering>;

/** The most characters of an address that a host's form for a new file accepts. */
const LONGEST_FORM = 7000;
const LONGEST_LOGIN = 39;
const LONGEST_NAME = 40;
const KEY = 'login';
/** Addresses of repositories whose host has a form for a new file. */
const WITH_FORM = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/;

export function createEntering(app: App, opened: ReadonlySignal<Opened | null>) {
  const { arena, bundles, library: bots, store, notices } = app;
  const isOpen = signal(false);
  const list = signal<{ id: number; name: string }[]>([]);
  const bot = signal(0);
  const login = signal(store.get(KEY, ''));
  const name = signal('');
  const isChecking = signal(false);
  /** the result of the check; null if it was not checked */
  const said = signal<{ problems: string[]; notes: string[] } | null>(null);
  const files = signal<LaidOut[]>([]);
  const source = signal('');
  /** counts the checks: only the newest one counts */
  let turn = 0;

  const folder = computed(() => `bots/${login.value}/${name.value}/`);
  const isInOrder = computed(() => said.value !== null && said.value.problems.length === 0);
  /** The address of the league's repository; null if its pages do not name it. */
  const hostOf = computed(() => {
    const repository = opened.value?.index.repository;
    return repository ? new URL(repository).host : null;
  });
  /** The address of the host's form, filled in; null if it has none, or the bot is too long for it. */
  const form = computed(() => {
    const repository = opened.value?.index.repository ?? '';
    if (!WITH_FORM.test(repository) || files.value.length !== 1) return null;
    const path = folder.value + MAIN;
    const query = new URLSearchParams({ filename: path, value: source.value });
    const address = `${repository}/new/main?${query}`;
    return address.length > LONGEST_FORM ? null : { address, path };
  });

  async function check() {
    turn += 1;
    const mine = turn;
    said.value = null;
    const code = bots.code(bot.value);
    if (!opened.value || !code || !login.value || !name.value) return;
    isChecking.value = true;
    try {
      const found = await filesOf(code);
      const settings = await readText(opened.value.source, opened.value.index.settings, BYTES.settings);
      const data = await Promise.all(
        found.map(
          async (file): Promise<[string, Uint8Array<ArrayBuffer>]> => [
            file.path,
            new Uint8Array(await file.data.arrayBuffer()),
          ],
        ),
      );
      const config = { author: login.value, name: name.value, bots: botsOf(login.value), language };
      const told = await arena.checkEntry(await fetchLater(), settings, config, data);
      if (mine !== turn) return;
      files.value = found;
      source.value = code.source;
      said.value = told;
    } catch (error) {
      if (mine !== turn) return;
      const why = error instanceof Trouble ? t(error.id, error.params) : t('league.notChecked');
      said.value = { problems: [why], notes: [] };
    } finally {
      if (mine === turn) isChecking.value = false;
    }
  }

  /** The files of a bot; a single file gets the name that leagues require. */
  async function filesOf(code: Code): Promise<LaidOut[]> {
    const found = await bundles.layOut(code);
    if ('problem' in found) throw new Trouble('league.notReady', { why: say(found.problem) });
    const [only] = found.files;
    return found.files.length === 1 && only ? [{ ...only, path: MAIN }] : found.files;
  }

  /** A field has changed: the result of the check, or of one that still runs, is no longer valid. */
  function typed(field: Signal<string>, text: string, most: number) {
    turn += 1;
    batch(() => {
      field.value = text.trim().slice(0, most);
      said.value = null;
      isChecking.value = false;
    });
  }

  /** The bots that a person has in the league. */
  function botsOf(person: string): string[] {
    const begin = `${person}/`;
    const entered = opened.value?.index.entered ?? [];
    return entered.filter((name) => name.startsWith(begin)).map((name) => name.slice(begin.length));
  }

  return {
    ...{ isOpen, list, bot, login, name, isChecking, said, folder, isInOrder, form, hostOf, check, opened },
    async open() {
      if (!opened.value) return;
      const { game } = opened.value.index;
      await bots.loaded;
      list.value = bots.list(game).map(({ id, name: called }) => ({ id, name: called }));
      isOpen.value = true;
      choose(bots.current(game));
    },
    choose,
    typeLogin: (text: string) => typed(login, text, LONGEST_LOGIN),
    typeName: (text: string) => typed(name, text, LONGEST_NAME),
    /** To be called when a field was left, or Enter was pressed. */
    checkNow() {
      store.set(KEY, login.value);
      void check();
    },
    async save() {
      const [only] = files.value;
      if (files.value.length === 1 && only) return saveBlob(MAIN, only.data);
      try {
        saveBlob(`${name.value}.zip`, await arena.zip(files.value));
      } catch {
        notices.show(t('league.notChecked'), { bad: true, here: true });
      }
    },
  };

  function choose(id: number) {
    bot.value = id;
    const code = bots.code(id);
    if (code) name.value = asFolder(bareName(code));
    void check();
  }
}

/** Makes a bot's name for a league: small letters and digits, with single - or _ between them. */
function asFolder(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/[-_]+/g, (marks) => marks[0] ?? '');
  return plain.slice(0, LONGEST_NAME).replace(/^[-_]+|[-_]+$/g, '') || 'bot';
}
