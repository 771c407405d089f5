// Tells reports of contests, which the page saves but cannot open, from files that may be contests. No DOM.

/** The beginning of the JSON and tables in which a contest is saved: see panels/compete/exports.ts. */
const REPORT =
  /^\uFEFF?(?:\{"title":"(?:[^"\\]|\\.)*","contest":\{|number,block,round,seed,players,|place,name,points,score,)/;

/** Whether a text is a report of a contest, from which the contest cannot be restored. */
export const isReport = (text: string): boolean => REPORT.test(text);

/** What kind of file was opened as a contest; zip: it may be a contest. */
export async function whatIs(file: Blob): Promise<'zip' | 'report' | 'empty' | 'other'> {
  if (file.size === 0) return 'empty';
  const head = await file.slice(0, 4096).text();
  if (head.startsWith('PK')) return 'zip';
  return isReport(head) ? 'report' : 'other';
}
