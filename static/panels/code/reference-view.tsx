// The content of the reference: the view with real values, the helpers, `sandlot.draw` and `sandlot.limits`, and the game's
// own protocol. Its texts come from the Python package and the rules.

import { computed, signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { createRef, isValidElement, render } from 'preact';
import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import { laidOut } from '../../base/text/laid-out.ts';
import { SearchField } from '../../base/ui/field.tsx';
import { Button, IconButton } from '../../base/ui/parts.tsx';
import { language, locale, t } from '../../base/words/index.ts';
import { createTranslator } from '../../base/words/translator.ts';
import type { Part, Words } from '../../games/index.ts';
import { gameViewOf } from '../../games/index.ts';
import { momentOf } from '../../games/moment.ts';
import { namesOf } from '../../games/names.ts';
import type { Entries, Guide } from './guide.ts';
import { loadGuide } from './guide.ts';
import type { Example } from './reference.ts';

/** The sections of the rules about forms of bots other than `move(view)`. */
const OTHER_FORMS = ['functions', 'program'].map((form) => `rules.${form}`);
/** The most lines of a text that are shown; Copy takes all of it. */
const LINES = 40;
/** The most items of a list that are shown. */
const ITEMS = 6;
/** A value with at most this many characters is shown beside its key, not below. */
const SHORT_VALUE = 12;

interface Actions {
  close: () => void;
  copy: (text: string) => void;
  choose: (player: number) => void;
}

/** The texts that were loaded for a game. */
interface Texts {
  game: string;
  guide: Guide;
  /** the other forms of its bots */
  forms: VNode[];
}

/** A section of the reference. The search shows or hides each of its blocks as a whole. */
interface Section {
  title: string;
  /** shown above the blocks, if any of them is shown */
  lead?: ComponentChildren;
  blocks: ComponentChildren[];
}

export type ReferenceView = ReturnType<typeof createReferenceView>;

export function createReferenceView(host: HTMLElement, actions: Actions) {
  const texts = signal<Texts | null>(null);
  const example = signal<Example | null>(null);
  const wanted = signal('');
  const sections = computed(() => (texts.value ? sectionsOf(texts.value, example.value, actions) : []));
  const field = createRef<HTMLInputElement>();
  /** The game whose texts were requested last. */
  let coming = '';
  host.setAttribute('aria-labelledby', 'reference-title');

  function View() {
    const found = texts.value;
    const typed = wanted.value.trim();
    const marked = sections.value.map((each) => sift(each, typed.toLowerCase()));
    const isNone = marked.every(({ shown }) => !shown.includes(true));
    return (
      <>
        <header>
          <h2 id="reference-title">{found && t('reference.title', { game: t(`game.${found.game}`) })}</h2>
          <IconButton icon="x" says={t('notice.close')} onClick={actions.close} />
        </header>
        <SearchField
          field={field}
          says={t('reference.search')}
          typed={(text) => {
            wanted.value = text;
          }}
        />
        <p class="hint" role="status">
          {found && isNone && t('reference.none', { text: typed })}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it. */}
        {/* biome-ignore lint/a11y/useSemanticElements: its sections are those of the reference. */}
        <div class="reference-body" tabIndex={0} role="region" aria-labelledby="reference-title">
          {marked.map(({ title, lead, blocks, shown }) => (
            <section key={title} hidden={typed !== '' && !shown.includes(true)}>
              <h3>{rich(title)}</h3>
              {lead}
              {blocks.map((block, k) => (
                <div key={`${title} ${k}`} data-find="" hidden={!shown[k]}>
                  {block}
                </div>
              ))}
            </section>
          ))}
        </div>
      </>
    );
  }

  render(<View />, host);
  return {
    example,
    focus: () => field.current?.focus(),

    /** Shows the reference of another game. */
    async game(name: string) {
      coming = name;
      if (name === texts.value?.game) return;
      const [guide, forms] = await Promise.all([loadGuide(), loadForms(name)]);
      if (name !== coming) return;
      example.value = null;
      texts.value = { game: name, guide, forms };
    },
  };
}

/** @param wanted the searched text, in lower case */
function sift(section: Section, wanted: string) {
  return { ...section, shown: section.blocks.map((block) => wordsOf(block).toLowerCase().includes(wanted)) };
}

/** The text of an element. */
function wordsOf(node: ComponentChildren): string {
  if (Array.isArray(node)) return node.map(wordsOf).join('');
  if (isValidElement(node)) return wordsOf(node.props.children);
  return typeof node === 'string' ? node : '';
}

/** @param example null if no match of this game is shown */
function sectionsOf({ game, guide, forms }: Texts, example: Example | null, actions: Actions): Section[] {
  const keys = guide.views[game] ?? [];
  const seen = example?.seen ?? null;
  const values = seen ? JSON.parse(seen.view) : {};
  const when = momentOf(example?.match ?? null, seen?.turn ?? 0);
  return [
    {
      title: t('reference.view'),
      lead: [
        example ? (
          <Whose example={example} choose={actions.choose} />
        ) : (
          <p class="hint">{t('reference.noExample')}</p>
        ),
        seen && <Copy says="reference.copyView" copy={() => actions.copy(seen.view)} />,
      ],
      blocks: keys
        .filter(([key]) => !key.includes('.'))
        .map(([key, meaning]) => {
          const value = key in values ? laidOut(values[key], { most: ITEMS }) : null;
          return keyOf(
            key,
            meaning,
            value,
            keys.filter(([path]) => path.startsWith(`${key}.`)),
          );
        }),
    },
    {
      title: t('reference.answer'),
      // The forms of an answer are listed without a match, too; an answer of the match is an example.
      blocks: [
        ...(guide.answers[game] ?? []).map(entryOf),
        ...(seen?.move
          ? [[<p key="when">{t('reference.played', when)}</p>, code(laidOut(JSON.parse(seen.move)))]]
          : []),
        <p key="start">{rich(t('reference.start'))}</p>,
      ],
    },
    {
      title: t('reference.helpers'),
      lead: code(`from sandlot.games import ${game}`),
      blocks: (guide.helpers[game] ?? []).map(entryOf),
    },
    ...Object.entries(guide.modules).map(([name, { about, code: lines, entries }]) => ({
      title: `\`sandlot.${name}\``,
      blocks: [
        ...about.map((text) => <p key={text}>{rich(text)}</p>),
        ...(lines ? [code(lines)] : []),
        ...entries.map(entryOf),
      ],
    })),
    {
      title: t('reference.program'),
      blocks: [
        ...Object.entries(seen?.wires ?? {}).map(([wire, text]) => {
          const lines = text.split('\n');
          const cut = lines.length > LINES ? `${lines.slice(0, LINES).join('\n')}\n…` : text;
          return [
            <p key="when">{t('reference.exact', when)}</p>,
            code(cut, wire),
            <Copy key="copy" says="reference.copyText" copy={() => actions.copy(text)} />,
          ];
        }),
        ...forms,
      ],
    },
  ];
}

/** The player and the turn of the shown view. */
function Whose({
  example: { match, all, player, seen },
  choose,
}: { example: Example } & Pick<Actions, 'choose'>) {
  const names = namesOf(match.header);
  return (
    <div class="reference-whose">
      <select
        aria-label={t('reference.seat')}
        value={player}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {all.map((k) => (
          <option key={k} value={k}>
            {names[k] ?? ''}
          </option>
        ))}
      </select>
      <p class="hint">{seen ? t('reference.now', momentOf(match, seen.turn)) : t('reference.neverAsked')}</p>
    </div>
  );
}

/** @param parts the meanings of the keys within it */
function keyOf(key: string, meaning: string, value: string | null, parts: Entries): VNode[] {
  const isShort = value !== null && value.length <= SHORT_VALUE;
  return [
    <p key="key">
      <code class="reference-key">{`view["${key}"]${isShort ? ` = ${value}` : ''}`}</code> {rich(meaning)}
    </p>,
    ...(value === null || isShort ? [] : [code(value)]),
    ...(parts.length > 0
      ? [
          <ul key="parts" class="reference-parts">
            {parts.map(([path, said]) => (
              <li key={path}>
                <code>
                  {path
                    .split('.')
                    .slice(1)
                    .map((each) => `["${each}"]`)
                    .join('')}
                </code>{' '}
                {rich(said)}
              </li>
            ))}
          </ul>,
        ]
      : []),
  ];
}

const entryOf = ([written, meaning]: [string, string]) => (
  <p key={written}>
    <code class="reference-key">{written}</code> {rich(meaning)}
  </p>
);

const code = (text: string, label?: string) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it says which protocol that is.
  <pre key="code" aria-label={label}>
    <code>{text}</code>
  </pre>
);

function Copy({ says, copy }: { says: string; copy: () => void }) {
  return <Button icon="copy" says={t(says)} class="quiet" onClick={copy} />;
}

/** Turns text between backticks into code. */
const rich = (text: string): ComponentChildren[] =>
  text.split('`').map((piece, k) => (k % 2 ? <code key={k}>{piece}</code> : piece));

/** The other forms of bots, from the rules of the game. */
async function loadForms(game: string): Promise<VNode[]> {
  const [response, { default: parts }] = await Promise.all([
    fetchAsset(manifest.rules[language] ?? ''),
    gameViewOf(game).rules(),
  ]);
  const words = createTranslator(await response.json(), { locale }).t;
  let isIn = false;
  return parts.flatMap((part) => {
    if (part.title) isIn = OTHER_FORMS.includes(part.title);
    return isIn ? [ruleOf(part, words)] : [];
  });
}

function ruleOf({ title, text, list, code: lines, fields }: Part, words: Words): VNode {
  const said = (id: string) => rich(words(id));
  return (
    <>
      {title && title === OTHER_FORMS[0] && <h4>{words(title)}</h4>}
      {text && <p>{said(text)}</p>}
      {list && (
        <ul>
          {list.map((id) => (
            <li key={id}>{said(id)}</li>
          ))}
        </ul>
      )}
      {lines && code(lines.join('\n'))}
      {Object.entries(fields ?? {}).map(([name, id]) => (
        <p key={name}>
          <code>{name}</code> {said(id)}
        </p>
      ))}
    </>
  );
}
