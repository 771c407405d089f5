// Tells reports of contests, which the page saves but cannot open, from what may be a contest. No DOM.

/** How the JSON and the tables begin that a contest is saved as: see panels/compete/exports.ts. */
const REPORT =
  /^\uFEFF?(?:\{"title":"(?:[^"\\]|\\.)*","contest":\{|number,block,round,seed,players,|place,name,points,score,)/;

/** Whether a text tells of a contest, of which no contest can be made again. */
export const isReport = (text: string): boolean => REPORT.test(text);

/** What somebody may take for a contest; zip: it may be one. */
export async function whatIs(file: Blob): Promise<'zip' | 'report' | 'empty' | 'other'> {
  if (file.size === 0) return 'empty';
  const head = await file.slice(0, 4096).text();
  if (head.startsWith('PK')) return 'zip';
  return isReport(head) ? 'report' : 'other';
}
