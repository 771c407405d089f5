// Recognises text that another program decoded wrongly before it came here. No DOM.

/** How many characters of a text are checked. */
const SAMPLE_CHARACTERS = 64 * 1024;
/** The fewest letters that allow a verdict. */
const ENOUGH_LETTERS = 3;

/** Codings that UTF-8 is mistaken for, each with characters that the correctly decoded text would not have by chance. */
const TAKEN_FOR = [
  { label: 'gbk', shown: 'GBK', meant: /[\u0410-\u044f\u3000-\u9fff\uff00-\uffef]/g },
  { label: 'windows-1252', shown: 'windows-1252', meant: /[\u0080-\uffff]/g },
  { label: 'windows-1251', shown: 'windows-1251', meant: /[\u0080-\uffff]/g },
];

/**
 * @returns the wrong coding in which UTF-8 was decoded; 'lost' if some of it cannot be recovered; null if the text looks right
 */
export function garbledAs(text: string): string | null {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const runs = sample.match(/[^\0-\x7f]{2,}/g) ?? [];
  for (const { label, shown, meant } of runs.length > 0 ? TAKEN_FOR : []) {
    const bytes = bytesIn(label);
    let [right, wrong] = [0, 0];
    for (const run of runs) {
      const letters = [...run.replaceAll('\ufffd', '')];
      const packed = letters.map((letter) => bytes.get(letter));
      if (packed.length === 0 || packed.includes(undefined)) {
        wrong += letters.length;
        continue;
      }
      const decoded = new TextDecoder().decode(Uint8Array.from((packed as number[][]).flat()));
      const found = decoded.match(meant)?.length ?? 0;
      // GBK decodes bytes in pairs, so the last one may be lost.
      const lost = decoded.match(/\ufffd/g)?.length ?? 0;
      right += found - lost;
      wrong += [...decoded].length - found;
    }
    if (right >= ENOUGH_LETTERS && right > wrong) return shown;
  }
  const lost = sample.match(/\u951f\u65a4\u62f7|\ufffd/g)?.length ?? 0;
  return lost >= ENOUGH_LETTERS ? 'lost' : null;
}

const known = new Map<string, Map<string, number[]>>();

/**
 * @param label the browser's name of a coding
 * @returns its bytes for every character beyond ASCII
 */
function bytesIn(label: string): Map<string, number[]> {
  const before = known.get(label);
  if (before) return before;
  const units = label === 'gbk' ? pairs() : Array.from({ length: 128 }, (_, k) => [128 + k]);
  // A line feed follows each character, so that an invalid one does not swallow the next.
  const decoded = new TextDecoder(label).decode(Uint8Array.from(units.flatMap((unit) => [...unit, 10])));
  const letters = decoded.split('\n');
  const made = new Map(units.map((unit, k) => [letters[k] ?? '', unit]));
  known.set(label, made);
  return made;
}

function pairs() {
  const leads = Array.from({ length: 126 }, (_, k) => 0x81 + k);
  const trails = Array.from({ length: 191 }, (_, k) => 0x40 + k).filter((trail) => trail !== 0x7f);
  return leads.flatMap((lead) => trails.map((trail) => [lead, trail]));
}
