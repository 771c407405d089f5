// The bar above the list of replays: search, filters and order; and the actions on selected replays.

import type { RefObject } from 'preact';
import { SearchField } from '../../base/ui/field.tsx';
import { Button, IconButton } from '../../base/ui/parts.tsx';
import { HUMAN } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';
import type { Wanted } from './choice.ts';
import { ENDS, ORDERS } from './choice.ts';
import type { State } from './state.ts';

export function Filters({ state, field }: { state: State; field: RefObject<HTMLInputElement | null> }) {
  const { bot, end, starred, order } = state.wanted.value;
  return (
    <search class="library-filters" hidden={state.known.value.length === 0}>
      <SearchField field={field} says={t('library.search')} value={state.typed.value} typed={state.type} />
      <Choice
        says={t('library.bot')}
        value={bot}
        options={[
          ['', t('library.anyBot')],
          ...state.bots.value.map((name) => [name, name === HUMAN ? t('setup.human') : name] as const),
        ]}
        choose={(chosen) => state.want({ bot: chosen })}
      />
      <Choice
        says={t('library.end')}
        value={end}
        options={(['', ...ENDS] as const).map((each) => [each, t(`library.end.${each || 'any'}`)])}
        choose={(chosen) => state.want({ end: chosen as Wanted['end'] })}
      />
      <Choice
        says={t('library.order')}
        value={order}
        options={ORDERS.map((each) => [each, t(`library.order.${each}`)])}
        choose={(chosen) => state.want({ order: chosen as Wanted['order'] })}
      />
      <IconButton
        icon="star"
        says={t('library.starred')}
        aria-pressed={starred}
        onClick={() => state.want({ starred: !starred })}
      />
    </search>
  );
}

interface ChoiceProps {
  says: string;
  value: string;
  /** values with their words */
  options: (readonly [value: string, words: string])[];
  choose: (value: string) => void;
}

function Choice({ says, value, options, choose }: ChoiceProps) {
  return (
    <select aria-label={says} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  );
}

export function Selection({ state, count }: { state: State; count: number }) {
  return (
    <div class="library-selection" hidden={count === 0}>
      <span role="status">{t('library.selected', { count })}</span>
      <Button icon="check" says={t('library.selectAll')} onClick={state.selectAll} />
      <Button icon="star" says={t('library.starThese')} onClick={state.starSelected} />
      <Button icon="trash" says={t('library.removeThese')} onClick={state.removeSelected} />
      <Button icon="x" says={t('library.selectNone')} onClick={state.selectNone} />
    </div>
  );
}
