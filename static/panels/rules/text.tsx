// The rules of a game as sections: the game's own parts in order, and those that are the same for every game. This module,
// the parts, and the sentences in words/<language>.json are loaded on demand.

import type { ComponentChild, VNode } from 'preact';
import { Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import { language, locale, t } from '../../base/words/index.ts';
import { createTranslator } from '../../base/words/translator.ts';
import type { Part, Words } from '../../games/index.ts';
import { gameViewOf } from '../../games/index.ts';

/** The time limits, by their names. */
type Clock = Record<string, number>;

/** The part of what a game offers that is used here. */
export interface Offer {
  name: string;
  options: Record<string, { default: unknown }>;
  clock: Clock;
  clocks: Record<string, Clock>;
  /** The house bots, the weakest first. */
  ladder: { name: string; strength: string }[];
}

/** The part about bots that is the same for every game. */
const EVERY_GAME: Part[] = [
  { title: 'rules.packages', text: 'rules.packagesMore' },
  { code: ['# /// script', '# dependencies = ["sortedcontainers>=2"]', '# ///'] },
  { text: 'rules.packagesHere' },
];

/** @returns the sections; rejects if they cannot be loaded */
export async function rulesOf(game: Offer): Promise<VNode[]> {
  const [words, { default: parts }] = await Promise.all([loadWords(), gameViewOf(game.name).rules()]);
  const sections: Part[][] = [];
  for (const part of [...parts, ...EVERY_GAME]) {
    if (part.title || sections.length === 0) sections.push([]);
    sections.at(-1)?.push(part);
  }
  return [
    ...sections.map((section, k) => (
      <section key={`${game.name} ${k}`}>
        {section.map((part, n) => (
          <PartOf key={`${n} ${part.title}`} part={part} game={game} words={words} />
        ))}
      </section>
    )),
    <Ladder key="ladder" game={game} words={words} />,
  ];
}

async function loadWords(): Promise<Words> {
  const response = await fetchAsset(manifest.rules[language] ?? '');
  return createTranslator(await response.json(), { locale }).t;
}

/** The list of house bots, the weakest first, with how each of them thinks. */
function Ladder({ game: { name: game, ladder }, words }: { game: Offer; words: Words }) {
  return (
    <section>
      <h3>{words('rules.ladder')}</h3>
      <dl>
        {ladder.map(({ name, strength }) => (
          <Meaning key={name} name={name}>
            {`${t(`strength.${strength}`)} · ${t(`${game}.bot.${name}`)}`}
          </Meaning>
        ))}
      </dl>
    </section>
  );
}

function PartOf({ part, game, words }: { part: Part; game: Offer; words: Words }) {
  const { title, text, list, figure, caption, code, fields, clock } = part;
  const known = paramsOf(game);
  const said = (id: string) => rich(words(id, known));
  return (
    <>
      {title && <h3>{words(title)}</h3>}
      {text && <p>{said(text)}</p>}
      {list && (
        <ul>
          {list.map((id) => (
            <li key={id}>{said(id)}</li>
          ))}
        </ul>
      )}
      {figure && caption && <Figure draw={() => figure(words)} caption={words(caption, known)} />}
      {code && (
        <pre>
          <code>{code.join('\n')}</code>
        </pre>
      )}
      {fields && (
        <dl>
          {Object.entries(fields).map(([name, id]) => (
            <Meaning key={name} name={name}>
              {said(id)}
            </Meaning>
          ))}
        </dl>
      )}
      {clock && <p>{said(clock)}</p>}
      {clock && <Times game={game} words={words} />}
      {clock && <p>{said('rules.clock')}</p>}
    </>
  );
}

/** The table of a game's time limits: a row for each set of limits, the default set first. */
function Times({ game: { name, clock, clocks }, words }: { game: Offer; words: Words }) {
  const usual = JSON.stringify(clock);
  const sets = Object.entries(clocks).map(([set, limits]) => ({ title: t(`clock.${name}.${set}`), limits }));
  if (sets.length === 0) sets.push({ title: words('rules.usual'), limits: clock });
  sets.sort(
    (a, b) => Number(JSON.stringify(b.limits) === usual) - Number(JSON.stringify(a.limits) === usual),
  );
  const names = Object.keys(clock).filter((limit) => sets.some(({ limits }) => limits[limit]));
  return (
    <div class="times">
      <table>
        <thead>
          <tr>
            <td />
            {names.map((limit) => (
              <th key={limit} scope="col">
                {t(`setting.clock.${limit}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sets.map(({ title, limits }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {names.map((limit) => (
                <td key={limit}>{t('time.ms', { ms: limits[limit] ?? 0 })}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A picture that the game draws. */
function Figure({ draw, caption }: { draw: () => SVGElement; caption: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const picture = draw();
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', caption);
    place.current?.append(picture);
    return () => picture.remove();
  }, [caption]);
  return (
    <figure>
      <div ref={place} />
      <figcaption aria-hidden="true">{caption}</figcaption>
    </figure>
  );
}

function Meaning({ name, children }: { name: string; children: ComponentChild }) {
  return (
    <>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>{children}</dd>
    </>
  );
}

/** Turns text between backticks into code. */
function rich(text: string): ComponentChild {
  return text
    .split('`')
    .map((piece, k) =>
      k % 2 ? <code key={`${k} ${piece}`}>{piece}</code> : <Fragment key={`${k} ${piece}`}>{piece}</Fragment>,
    );
}

/** The parameters of the sentences: the default values of the options. */
function paramsOf({ options }: Offer) {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.default]));
}
