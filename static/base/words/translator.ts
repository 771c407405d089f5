import type { Message } from '../../match/types.ts';
import { plain } from '../text/legible.ts';

/** A sentence, or one for each plural form of the parameter `by`; if that is a word, one for each word. */
export type Entry = string | { by: string; [form: string]: string };

/** Matches a parameter, or a doubled brace, which stands for one brace. */
const PLACEHOLDER = /\{\{|\}\}|\{(\w+)\}/g;
/** A number and its sign stay on one line. */
const UNBROKEN_PERCENT = '\u00a0%';
/** A Russian number and its ending stay on one line, too: "на 40-м ходу". */
const ENDING = /(?<=[}\d])-(?=\p{sc=Cyrillic})/gu;
const UNBROKEN_HYPHEN = '\u2011';
/** Marks the places of inserted parameters; it does not occur in parameters. */
const SEAM = '\0';
/**
 * A space beside something put in that brings the room of its full-width punctuation along, or that is Chinese like the
 * words around it.
 */
const TOO_WIDE =
  /(?<=[、。〉》」』】！），：；？]\0+) | (?=\0+[〈《「『【（])|(?<=\p{sc=Han}\0+) (?=\0*\p{sc=Han})|(?<=\p{sc=Han}) (?=\0+\p{sc=Han})/gu;
/** A bot's answer comes in English quotation marks, because Python does not know the language: see `excerpt` in py/sandlot/wire.py. */
const ENGLISH_QUOTES = /^“(.*)”$/s;

/**
 * A translator over one catalog. It knows nothing of the page.
 * @param settings strict: a missing id throws instead of showing itself
 */
export function createTranslator(
  catalog: Record<string, Entry>,
  { locale = 'en', strict = false }: { locale?: string; strict?: boolean } = {},
) {
  // Made when they are first needed: the first one takes some milliseconds, which would delay the start of the page.
  let plural: Intl.PluralRules | null = null;
  let numbers: Intl.NumberFormat | null = null;
  const seam = locale.startsWith('zh') ? SEAM : '';

  /** @param names the players' names, for parameters of the form {player: k} */
  function t(id: string, params: Record<string, unknown> = {}, names: string[] = []): string {
    const entry = knows(id) ? catalog[id] : undefined;
    if (entry === undefined) return missing(id);
    const text = typeof entry === 'string' ? entry : choose(entry, params);
    const unbroken = text.replaceAll(' %', UNBROKEN_PERCENT).replace(ENDING, UNBROKEN_HYPHEN);
    const filled = unbroken.replace(PLACEHOLDER, (whole, name) => {
      if (name === undefined) return whole.charAt(0);
      return Object.hasOwn(params, name) ? seam + show(params[name], names) + seam : whole;
    });
    return seam ? filled.replace(TOO_WIDE, '').replaceAll(SEAM, '') : filled;
  }

  function say(message: Message, names: string[] = []): string {
    return t(message[0], message[1], names);
  }

  function missing(id: string) {
    if (strict) throw new Error(`no message ${id}`);
    return id;
  }

  function choose(entry: { by: string; [form: string]: string }, params: Record<string, unknown>) {
    const by = params[entry.by];
    if (typeof by === 'string' && Object.hasOwn(entry, by)) return entry[by] ?? '';
    plural ??= new Intl.PluralRules(locale);
    const form = plural.select(Number(by));
    return entry[form] ?? entry.other ?? '';
  }

  function formatted(value: number): string {
    numbers ??= new Intl.NumberFormat(locale);
    return numbers.format(value);
  }

  function show(value: unknown, names: string[]): string {
    if (typeof value === 'number') return isPlain(value) ? String(value) : formatted(value);
    if (isMessage(value)) return say(value, names);
    if (isPlayer(value)) {
      const name = names[value.player];
      return name === undefined ? t('player.unnamed', { number: value.player + 1 }) : plain(name);
    }
    const text = plain(String(value));
    return locale.startsWith('ru') ? text.replace(ENGLISH_QUOTES, '«$1»') : text;
  }

  /** Whether there is a sentence with this id. */
  const knows = (id: string) => Object.hasOwn(catalog, id);

  return { t, say, knows };
}

/** Whether a number is so short that no language of the page writes it with separators. */
const isPlain = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000;

function isMessage(value: unknown): value is Message {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isRecord(value[1]);
}

function isPlayer(value: unknown): value is { player: number } {
  return isRecord(value) && typeof value.player === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
