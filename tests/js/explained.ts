// Explains faults of bots. Reads a list as JSON: {message, error, traceback, keys}; writes for each the message, or null.

import type { FaultReport } from '../../static/explained/fault-report.ts';
import { explain } from '../../static/explained/rules.ts';

let given = '';
for await (const piece of process.stdin) given += piece;
process.stdout.write(
  JSON.stringify(JSON.parse(given).map((each: FaultReport & { keys: string[] }) => explain(each, each.keys))),
);
