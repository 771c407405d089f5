// The dialog to share a match by its link, or to save it as a file. Loaded when it is first wanted.

import { signal } from '@preact/signals';
import { render } from 'preact';
import type { App } from '../../app.ts';
import { SPEEDS } from '../../base/storage/keys.ts';
import { Dialog } from '../../base/ui/dialog.tsx';
import { newPlace } from '../../base/ui/dom.ts';
import { Button, Icon } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import type { Moment } from '../../games/moment.ts';
import { momentOf } from '../../games/moment.ts';
import type { ExportState, Places } from './export-state.ts';
import { createExportState, KINDS } from './export-state.ts';
import { createShare } from './share.tsx';

/** The highest speed, in turns per second: screens do not show more. */
const FASTEST = 30;
/** The most characters of a file's name: file systems have room for 255 bytes. */
const LONGEST_NAME = 80;

/** The title and the sentence for sharing a match as a challenge, or as the answer to one. */
export interface Answer {
  heading: string;
  says: string;
  title: string;
  /** Whether those who open the link play before they watch. */
  isPlayedFirst?: boolean;
  /** The parameters after the link. @param by the player's name; '' to leave it out */
  part: (by: string) => string;
}

export function createExportDialog(app: App) {
  const { playback } = app;
  const places: Places = { preview: { current: null }, sample: { current: null } };
  const state = createExportState(app, places, () => share.link());
  const { Share, ...share } = createShare(
    app,
    () => state.choose('json'),
    () => {
      state.isOpen.value = false;
    },
  );
  /** Increased when it may have changed whether there is a replay. */
  const changes = signal(0);
  const answer = signal<Answer | null>(null);

  function View() {
    void changes.value;
    const heading = answer.value?.heading ?? t('export.label');
    return (
      <Dialog
        id="export-dialog"
        class="export"
        says={heading}
        isOpen={state.isOpen}
        shown={share.shown}
        closed={() => {
          state.stop();
          share.end();
        }}
        // A file that is being made is stopped first.
        holds={() => {
          const isWorking = state.progress.value !== null;
          state.stop();
          return isWorking;
        }}
      >
        <h2>{heading}</h2>
        {answer.value && <p>{answer.value.says}</p>}
        <Share />
        <Form
          state={state}
          places={places}
          last={playback.state.last}
          shown={momentOf(playback.state.match, playback.state.position)}
        />
      </Dialog>
    );
  }

  render(<View />, newPlace());
  return {
    /** @param to the challenge; null if it is an ordinary match */
    open(to: Answer | null) {
      const { match, position } = playback.state;
      if (!match || state.isOpen.value) return;
      changes.value += 1;
      answer.value = to;
      share.begin(match, position, to);
      state.open(match);
    },
    /** To be called when it may have changed whether there is a replay. */
    refresh() {
      changes.value += 1;
    },
  };
}

interface Props {
  state: ExportState;
  places: Places;
  last: number;
  /** the position of which a picture is made */
  shown: Moment;
}

function Form({ state, places, last, shown }: Props) {
  const kind = state.kind.value;
  const progress = state.progress.value;
  const isWorking = progress !== null;
  const isFilm = kind === 'webm' || kind === 'gif';
  const hint =
    kind === 'webm' ? t('export.takes', { seconds: state.seconds.value }) : t(`export.hint.${kind}`);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        state.save();
      }}
    >
      <h3>{t('export.file')}</h3>
      <fieldset>
        <legend class="unseen">{t('export.what')}</legend>
        {KINDS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="export-kind"
              value={each}
              checked={each === kind}
              disabled={isWorking || (each === 'json' && !state.hasReplay())}
              onInput={() => state.choose(each)}
            />
            <span>{t(`export.${each}`, shown)}</span>
          </label>
        ))}
      </fieldset>
      {!state.hasReplay() && <p class="hint">{t('export.noReplay')}</p>}
      {isFilm && <Turns state={state} last={last} isWorking={isWorking} />}
      <div class="export-name">
        <label for="export-name">{t('export.name')}</label>
        <input
          type="text"
          id="export-name"
          maxLength={LONGEST_NAME}
          spellcheck={false}
          autocomplete="off"
          disabled={isWorking}
          value={state.name.value}
          onInput={({ currentTarget }) => {
            state.name.value = currentTarget.value;
          }}
        />
      </div>
      <p class="hint">{isWorking ? t('export.working') : hint}</p>
      <p class="hint" role="status">
        {state.size.value}
      </p>
      <div class="export-preview" aria-hidden="true" ref={places.preview} />
      <div class="export-sample" aria-hidden="true" ref={places.sample} />
      {isWorking && <progress max={1} value={progress} aria-label={t('export.progress')} />}
      <div class="dialog-buttons">
        <Button
          says={t('fork.cancel')}
          onClick={() => {
            if (isWorking) state.stop();
            else state.isOpen.value = false;
          }}
        />
        <button type="submit" class="accent" disabled={isWorking}>
          <Icon name="download" />
          <span>{t('export.save')}</span>
        </button>
      </div>
    </form>
  );
}

/** The fields for the first and the last turn, and the turns per second. */
function Turns({ state, last, isWorking }: { state: ExportState; last: number; isWorking: boolean }) {
  const turn = (which: 'from' | 'to') => (
    <>
      <label for={`export-${which}`}>{t(`export.${which}`)}</label>
      <input
        type="number"
        id={`export-${which}`}
        min={0}
        max={last}
        disabled={isWorking}
        value={state[which].value}
        onInput={({ currentTarget }) => {
          state[which].value = currentTarget.value;
          state.estimate();
        }}
      />
    </>
  );
  return (
    <div class="export-range">
      {turn('from')}
      {turn('to')}
      <label for="export-speed">{t('timeline.speed')}</label>
      <select
        id="export-speed"
        disabled={isWorking}
        value={state.speed.value}
        onChange={({ currentTarget }) => {
          state.speed.value = Number(currentTarget.value);
          state.estimate();
        }}
      >
        {SPEEDS.filter((each) => each <= FASTEST).map((each) => (
          <option key={each} value={each}>
            {t('timeline.perSecond', { speed: each })}
          </option>
        ))}
      </select>
    </div>
  );
}
