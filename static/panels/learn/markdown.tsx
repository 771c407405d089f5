// The Markdown of steps: paragraphs, lists and blocks of code; within a line code, bold and emphasis. Everything else is
// plain text.

import type { ComponentChildren } from 'preact';

/** Shows a text of a step. */
export function Markdown({ text }: { text: string }) {
  return <>{blocksOf(text).map((block, k) => blockOf(block, k))}</>;
}

/** Splits a text into blocks: fenced code, and text between blank lines. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let isFenced = false;
  const end = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of text.split('\n')) {
    const isFence = line.startsWith('```');
    if (isFence && !isFenced) end();
    if (line.trim() || isFenced) lines.push(line);
    else end();
    if (isFence && isFenced) end();
    if (isFence) isFenced = !isFenced;
  }
  end();
  return blocks;
}

function blockOf(block: string, key: number) {
  if (block.startsWith('```')) {
    const lines = block.split('\n').slice(1);
    if (lines.at(-1)?.startsWith('```')) lines.pop();
    return (
      <pre key={key}>
        <code>{lines.join('\n')}</code>
      </pre>
    );
  }
  const lines = block.split('\n');
  if (lines.every((line) => /^[-*] /.test(line)))
    return (
      <ul key={key}>
        {lines.map((line, k) => (
          <li key={`${k} ${line}`}>{inline(line.slice(2))}</li>
        ))}
      </ul>
    );
  return <p key={key}>{inline(lines.join(' '))}</p>;
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*/g;

function inline(text: string): ComponentChildren[] {
  const found: ComponentChildren[] = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, bold, soft] = match;
    found.push(text.slice(last, match.index));
    if (code) found.push(<code>{code}</code>);
    else if (bold) found.push(<strong>{bold}</strong>);
    else found.push(<em>{soft}</em>);
    last = match.index + whole.length;
  }
  found.push(text.slice(last));
  return found;
}
