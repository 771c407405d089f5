// Joins sentences.

/** Makes a function that joins sentences in a language, each with its full stop, for reading aloud. */
export function createSentences(locale: string): (parts: string[]) => string {
  const isChinese = locale.startsWith('zh');
  return (parts) => {
    const whole = parts.map((part) =>
      /[.!?\u3002\uff01\uff1f]$/.test(part) ? part : part + (isChinese ? '\u3002' : '.'),
    );
    return whole.join(isChinese ? '' : ' ');
  };
}
