// Reads the text of a bot while it is written, in a sealed frame of its own, as a bot has one: without network, storage
// or a page. It answers questions about a text with Jedi and pyflakes, and runs nothing of it: see py/sandlot_editor.

import { limitMemory } from '../python/memory-limit.ts';
import { beginSealed, core } from '../seat/sealed.ts';

/** Where the library is, and the files of a bot of several. */
const LIBRARY = '/reader';
const FOLDER = '/text';

/** The first question takes longest, because the stubs of what every text uses are read then. */
const WARM = { kind: 'complete', text: 'pri', name: 'main.py', game: '', line: 1, column: 3 };

const BEGIN = `
import json, pathlib, sys
sys.path.insert(0, "${LIBRARY}")
from sandlot_editor.reader import Reader
games = json.loads(pathlib.Path("${LIBRARY}/games.json").read_text())
folder = pathlib.Path("${FOLDER}")
folder.mkdir()
Reader(games, folder, ["${LIBRARY}/sources"])
`;

/** The one of py/sandlot_editor/reader.py. */
interface Reader {
  answer: (question: string) => string;
  lay_out: (files: string) => void;
}

async function boot({ library, memory, ...parts }: any): Promise<Reader> {
  const around = (imports: Record<string, any>) => limitMemory(memory, imports);
  const python = await core.bootPython({ ...parts, around });
  python.unpackArchive(await library.arrayBuffer(), 'zip', { extractDir: LIBRARY });
  const reader = python.runPython(BEGIN);
  reader.answer(JSON.stringify(WARM));
  return reader;
}

/**
 * Connects the reader to the page. In: ['ask', id, question] and ['files', files], both JSON. Out: ['ready'],
 * ['answer', id, JSON], and ['died'] when Python itself is gone.
 */
function serve(reader: Reader, port: MessagePort) {
  const send = port.postMessage.bind(port);
  port.onmessage = ({ data: [kind, ...given] }) => {
    try {
      if (kind === 'files') reader.lay_out(given[0]);
      else send(['answer', given[0], reader.answer(given[1])]);
    } catch {
      send(['died']);
    }
  };
  send(['ready']);
}

beginSealed(boot, serve);
