// Reads a league's files from an address at the page's own host, or from a folder that was opened. Files over their limit are
// not read.

import { Misfit } from '../../base/values/shapes.ts';

/** The reason why a league, or one of its files, cannot be shown: the id of a sentence with its parameters. */
export class Trouble extends Error {
  readonly id: string;
  readonly params: Record<string, string | number>;

  constructor(id: string, params: Record<string, string | number> = {}) {
    super(id);
    this.id = id;
    this.params = params;
  }
}

export interface Source {
  /** its address; null for a folder */
  address: string | null;
  /** @param most the most bytes; rejects with `Trouble` */
  read: (path: string, most: number) => Promise<Uint8Array<ArrayBuffer>>;
}

const LONGEST_ADDRESS = 2000;
const ARENA = /arena\/$/;

/** The address of a league that the user typed, with a slash at its end; throws `Trouble`. */
export function addressOf(typed: string, here: string): string {
  const text = typed.trim();
  if (!text || /\s/.test(text) || text.length > LONGEST_ADDRESS) throw new Trouble('league.badAddress');
  const withScheme = /^(localhost|[\w-]+(\.[\w-]+)+)(:\d+)?(\/|$)/.test(text)
    ? `${schemeOf(text, here)}//${text}`
    : text;
  let url: URL;
  try {
    url = new URL(withScheme, here);
  } catch {
    throw new Trouble('league.badAddress');
  }
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new Trouble('league.badAddress');
  const end = url.pathname.lastIndexOf('/') + 1;
  const isFile = /\.(?:html|json|xml)$/.test(url.pathname.slice(end));
  const path = isFile
    ? url.pathname.slice(0, end)
    : `${url.pathname}${url.pathname.endsWith('/') ? '' : '/'}`;
  return url.origin + path.replace(ARENA, '');
}

/** The same, or null if it is not an address. */
export function addressIn(typed: string, here: string): string | null {
  try {
    return addressOf(typed, here);
  } catch {
    return null;
  }
}

/** The scheme for an address without one: that of this page if the host is the same, else https. */
function schemeOf(text: string, here: string) {
  const { host, protocol } = new URL(here);
  return text === host || text.startsWith(`${host}/`) ? protocol : 'https:';
}

/** Whether an address is at the page's own host: its policy allows requests only there. */
export const isHere = (address: string, here: string) => new URL(address).origin === new URL(here).origin;

export function atAddress(address: string): Source {
  return {
    address,
    async read(path, most) {
      let response: Response;
      try {
        response = await fetch(address + path, { cache: 'no-cache', credentials: 'omit' });
      } catch {
        throw new Trouble('league.unreachable', { file: path });
      }
      if (!response.ok || !response.body)
        throw new Trouble('league.noFile', { file: path, status: response.status });
      return readAll(response.body, path, most);
    },
  };
}

/** A source that reads a published folder. The paths of its files begin with the folder's name. */
export function inFolder(files: readonly File[]): Source {
  const found = new Map(files.map((file) => [file.webkitRelativePath.replace(/^[^/]*\//, ''), file]));
  return {
    address: null,
    async read(path, most) {
      const file = found.get(path);
      if (!file) throw new Trouble('league.notInFolder', { file: path });
      return readAll(file.stream(), path, most);
    },
  };
}

async function readAll(stream: ReadableStream<Uint8Array>, path: string, most: number) {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > most) {
        void reader.cancel();
        throw new Trouble('league.largeFile', { file: path, megabytes: Math.ceil(most / 2 ** 20) });
      }
      parts.push(part.value);
    }
  } catch (error) {
    throw error instanceof Trouble ? error : new Trouble('league.unreachable', { file: path });
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function readText(source: Source, path: string, most: number): Promise<string> {
  return new TextDecoder().decode(await source.read(path, most));
}

/** Reads a JSON file and checks its shape; rejects with `Trouble`. */
export async function readAs<T>(
  source: Source,
  path: string,
  most: number,
  shape: (value: unknown) => T,
): Promise<T> {
  const text = await readText(source, path, most);
  try {
    return shape(JSON.parse(text));
  } catch (error) {
    if (error instanceof Misfit || error instanceof SyntaxError)
      throw new Trouble('league.badFile', { file: path });
    throw error;
  }
}
