// Which sentence explains a fault of a bot: from the type and the form of Python's message, of 3.11 to 3.14, and the line of
// code. What no rule knows stays unexplained, as a wrong explanation is worse than none. No DOM.

import type { Message } from '../match/types.ts';
import { nearest } from './near.ts';
import { syntaxOf } from './syntax.ts';
import type { Shown, Told } from './told.ts';
import { errorOf, isOwn, shownIn } from './told.ts';

type Params = Record<string, unknown>;
/** A form of message of one type of error, and what explains it; null: it is not known after all */
type Rule = [
  form: RegExp,
  explain: (found: string[], shown: Shown, keys: readonly string[]) => Message | null,
];

/** @param keys of the game's views, as the reference writes them: deeper ones behind a dot */
export function explain(told: Told, keys: readonly string[]): Message | null {
  const error = errorOf(told);
  const [id, params] = told.message;
  if (!error) return id === 'fault.timeout' || id === 'fault.steps' ? the('late') : returned(id, params);
  const [, type = '', text = ''] = /^(\w+)(?:: ([\s\S]*))?$/.exec(error) ?? [];
  const shown = shownIn(told);
  if (/^(?:Syntax|Indentation|Tab)Error$/.test(type)) return syntaxOf(text, shown.code);
  for (const [form, explained] of RULES[type] ?? []) {
    const found = form.exec(text);
    // In a module of Python, the line that the bot has called it from says little of the cause.
    if (found) return explained([...found], isOwn(told.traceback, shown) ? shown : NOTHING, keys);
  }
  return null;
}

const NOTHING: Shown = { code: '', object: '' };
const the = (id: string, params: Params = {}): Message => [`explained.${id}`, params];
const always =
  (id: string, ...names: string[]) =>
  (found: string[]) =>
    the(id, Object.fromEntries(names.map((name, k) => [name, found[k + 1] ?? ''])));

const HINT = String.raw`(?:\. Did you mean: '(.+?)'\?)?`;
const before = always('name-before', 'name');

/** What is asked of None. @param name of the attribute */
function none({ object }: Shown): Message {
  const key = /^view\[(["'])(\w+)\1\]$/.exec(object)?.[2];
  return key ? the('none-view', { key }) : the('none-use');
}

/** What is not callable. */
function call(type: string, { code }: Shown): Message | null {
  if (type === 'NoneType') return the('none-use');
  if (type === 'tuple' && /\)\s+\(/.test(code)) return the('call-comma');
  if (type === 'list' || type === 'dict' || type === 'tuple') return the('call-brackets', { type });
  return /^(?:int|float|str|bool)$/.test(type) ? the('call-value', { type }) : null;
}

function key(written: string, { code, object }: Shown, keys: readonly string[]): Message | null {
  if (written.startsWith("'pop from an empty")) return the('index-pop');
  if (/\.remove\(/.test(code)) return the('value-remove');
  const name = /^'(\w+)'$/.exec(written)?.[1];
  const known = keys.filter((each) => !each.includes('.'));
  const deeper = keys.flatMap((each) => (each.includes('.') ? [each.slice(each.lastIndexOf('.') + 1)] : []));
  const isOfView = object === 'view';
  const near = name === undefined ? null : nearest(name, isOfView ? known : [...new Set(deeper)]);
  if (near && code.includes('view')) return the('key-near', { key: written, near: `'${near}'` });
  // A view without this key now may have it on other turns.
  if (isOfView && name !== undefined && known.length > 0 && !known.includes(name))
    return the('key-view', { key: written, keys: known.join(', ') });
  return the('key-absent', { key: written });
}

function attribute([, type = '', name = '', near = '']: string[]): Message {
  if (type === 'NoneType') return the('attribute-none', { name });
  if (type === 'dict' && !DICT.test(name)) return the('attribute-key', { name });
  if (type === 'list' && /^(?:push|add|push_back|insert_back|put)$/.test(name))
    return the('attribute-append', { name });
  if (/^(?:length|size|count|len)$/.test(name) && /^(?:list|str|tuple|set|dict)$/.test(type))
    return the('attribute-len', { name });
  return near ? the('attribute-near', { name, near }) : the('attribute-absent', { type, name });
}

/** Names under which one looks for a method of a dictionary, and not for one of its keys. */
const DICT =
  /^(?:has_key|iteritems|iterkeys|itervalues|append|add|push|remove|sort|index|contains|length|size|len)$/;

function operands([, operator = '', one = '', other = '']: string[]): Message {
  return one === 'NoneType' || other === 'NoneType'
    ? the('none-use')
    : the('types-operands', { operator, one, other });
}

const placeType = (type: string, isList: boolean): Message =>
  type === 'NoneType'
    ? the('none-use')
    : type === 'tuple'
      ? the('index-tuple')
      : type === 'float'
        ? the('index-float')
        : type === 'str' && isList
          ? the('index-text')
          : the('index-type', { type });

/** Older Pythons do not say of them that they are modules. */
const MODULES = /^(?:random|math|time|sys|json|itertools|functools|collections|heapq|copy)$/;

const RULES: Record<string, Rule[]> = {
  NameError: [
    [/^name '(\w+)' is not defined\. Did you forget to import/, always('name-module', 'name')],
    [
      /^name '(\w+)' is not defined\. Did you mean: '(\w+)'\? Or did you forget to import/,
      always('name-near', 'name', 'near'),
    ],
    [/^name '(\w+)' is not defined\. Did you mean: '(\w+)'\?/, always('name-near', 'name', 'near')],
    [/^name '(null|nil|NULL|nullptr|undefined)' is not defined/, always('name-none', 'name')],
    // The seat itself says so of a file without a move; that is explained elsewhere.
    [/^name 'move' is not defined/, () => null],
    [
      /^name '(\w+)' is not defined/,
      ([, name = ''], { code }) =>
        MODULES.test(name) && code.includes(`${name}.`)
          ? the('name-module', { name })
          : the('name-unknown', { name }),
    ],
    [/^cannot access free variable '(\w+)'/, before],
  ],
  UnboundLocalError: [[/^cannot access local variable '(\w+)'/, before]],
  KeyError: [[/^([\s\S]+)$/, ([, written = ''], shown, keys) => key(written, shown, keys)]],
  IndexError: [
    [/^(?:list|tuple|string) index out of range/, () => the('index-range')],
    [/^list assignment index out of range/, () => the('index-assign')],
    [/^pop from (?:an )?empty/, () => the('index-pop')],
    [/^pop index out of range/, () => the('index-range')],
    [/^Cannot choose from an empty sequence/, () => the('index-choice')],
  ],
  AttributeError: [
    [
      new RegExp(`^(?:partially initialized )?module '([\\w.]+)' has no attribute '(\\w+)'${HINT}`),
      ([, module = '', name = '', near = '']) =>
        near ? the('attribute-near', { name, near }) : the('attribute-module', { module, name }),
    ],
    [new RegExp(`^'(\\w+)' object has no attribute '(\\w+)'${HINT}`), (found) => attribute(found)],
  ],
  TypeError: [
    [/^'NoneType' object is not (?:subscriptable|iterable)/, (_, shown) => none(shown)],
    [/^'NoneType' object does not support item/, (_, shown) => none(shown)],
    [/^cannot unpack non-iterable NoneType object/, () => the('none-use')],
    [/^(?:argument of type|object of type) 'NoneType'/, () => the('none-use')],
    [/^argument of type 'NoneType' is not/, () => the('none-use')],
    [/^'(\w+)' object is not callable/, ([, type = ''], shown) => call(type, shown)],
    [
      /^(?:\w+\.)*(\w+\(\)) missing \d+ required (?:positional|keyword-only) arguments?: (.+)$/,
      always('call-missing', 'name', 'missing'),
    ],
    [
      /^(?:\w+\.)*(\w+\(\)) takes .*positional arguments? but \d+ (?:was|were) given/,
      always('call-many', 'name'),
    ],
    [
      /^(?:\w+\.)*(\w+\(\)) got an unexpected keyword argument '(\w+)'/,
      always('call-keyword', 'name', 'keyword'),
    ],
    [
      /^unsupported operand type\(s\) for (\S+)(?: or pow\(\))?: '(\w+)' and '(\w+)'/,
      (found) => operands(found),
    ],
    [
      /^can only concatenate (\w+) \(not "(\w+)"\) to \w+/,
      ([, one, other]) => (other === 'NoneType' ? the('none-use') : the('types-join', { one, other })),
    ],
    [
      /^'\S+' not supported between instances of '(\w+)' and '(\w+)'/,
      ([, one, other]) =>
        one === 'NoneType' || other === 'NoneType' ? the('none-use') : the('types-order', { one, other }),
    ],
    [
      /^(?:list|tuple) indices must be integers or slices, not (\w+)/,
      ([whole = '', type = '']) => placeType(type, whole.startsWith('list')),
    ],
    [
      /unhashable type: '(?:list|dict|set)'/,
      ([whole = '']) => (/'list'/.test(whole) ? the('types-hash') : null),
    ],
    [
      /^'(tuple|str|range)' object does not support item (?:assignment|deletion)/,
      always('types-fixed', 'type'),
    ],
    [/^object of type '(\w+)' has no len\(\)/, always('types-len', 'type')],
    [/^'(int|float|bool)' object is not iterable/, always('number-loop', 'type')],
    [/^cannot unpack non-iterable (int|float|bool) object/, always('number-loop', 'type')],
    [/^argument of type '(int|float|bool)' is not/, always('number-loop', 'type')],
    [/^'(int|float|bool)' object is not subscriptable/, always('number-index', 'type')],
    [/^'(?:function|builtin_function_or_method|method)' object is not subscriptable/, () => null],
  ],
  ValueError: [
    [/^too many values to unpack \(expected (\d+)/, always('value-many', 'count')],
    [/^not enough values to unpack \(expected (\d+)/, always('value-few', 'count')],
    [/^invalid literal for int\(\) with base \d+: ([\s\S]+)$/, always('value-number', 'text')],
    [/^could not convert string to float: ([\s\S]+)$/, always('value-number', 'text')],
    [/^(min|max)\(\) (?:arg is an empty sequence|iterable argument is empty)/, always('value-empty', 'name')],
    [/x not in (?:list|tuple)|is not in list/, () => the('value-remove')],
    [/^substring not found/, () => the('value-remove')],
  ],
  ZeroDivisionError: [[/^/, () => the('zero')]],
  RecursionError: [[/^maximum recursion depth exceeded/, () => the('recursion')]],
  StopIteration: [[/^$/, (_, { code }) => (/\bnext\(/.test(code) ? the('next') : null)]],
  ImportError: [
    [
      /^cannot import name '(\w+)' from '([\w.]+)'[\s\S]*?(?:Did you mean: '(\w+)'\?)?$/,
      ([, name = '', module = '', near = '']) =>
        near ? the('attribute-near', { name, near }) : the('import-name', { module, name }),
    ],
  ],
};

/** An answer that is no move. @param params of the sentence that says so: `got` is written as Python does */
function returned(id: string, { got }: Params): Message | null {
  if (typeof got !== 'string') return null;
  if (id === 'fault.not_json') {
    if (/^“<(?:function|bound method|built-in)/.test(got)) return the('returned-function');
    return /^“(?:range\(|<(?:map|filter|zip|enumerate|reversed|generator|dict_|list_|itertools)|dict_(?:keys|values|items)\()/.test(
      got,
    )
      ? the('returned-lazy')
      : null;
  }
  if (!/^\w+\.illegal\.(?:direction|shape|placing|cell|order)$/.test(id)) return null;
  if (got === 'None') return the('returned-none');
  if (/^['"]/.test(got)) return the('returned-text');
  if (got === 'True' || got === 'False') return the('returned-bool');
  if (id !== 'snake.illegal.direction') return null;
  if (/^-?\d+\.\d+$/.test(got)) return the('returned-float');
  return got.startsWith('[') ? the('returned-list') : null;
}
