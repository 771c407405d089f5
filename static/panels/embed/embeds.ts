// The example page about what a page can do with an embed. It uses the language of Sandlot's page, or else the first available
// language of the browser; its few sentences are all here.

import { local } from '../../base/storage/settings.ts';
import { find, on } from '../../base/ui/dom.ts';
import en from './words/en.json' with { type: 'json' };
import ru from './words/ru.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

const WORDS: Record<string, Record<string, string>> = { en, zh, ru };
const TAGS: Record<string, string> = { zh: 'zh-Hans' };

const preferred = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
const language = [local.get('lang', ''), ...preferred].find((code) => Object.hasOwn(WORDS, code)) ?? 'en';
const said = (id: string) => WORDS[language]?.[id] ?? '';

document.documentElement.lang = TAGS[language] ?? language;
document.title = said('embeds.title');
for (const element of document.querySelectorAll('[data-say]'))
  element.textContent = said(element.getAttribute('data-say') ?? '');

/** An embed: see element.ts. */
type Led = HTMLElement & { seek: (turn: number) => void };

const led = find(document, 'sandlot-match[lang]', HTMLElement) as Led;
const told = find(document, '.steps output', HTMLElement);
for (const button of document.querySelectorAll('[data-turn]'))
  on(button, 'click', () => led.seek(Number(button.getAttribute('data-turn'))));
led.addEventListener('turn', (event) => {
  const { turn, last } = (event as CustomEvent<{ turn: number; last: number }>).detail;
  if (last > 0)
    told.textContent = said('embeds.turn').replace('{turn}', String(turn)).replace('{last}', String(last));
});
