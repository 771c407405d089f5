// Which sentence explains a fault of a bot: from the type and the form of Python's message, of 3.11 to 3.14, and the line of
// code. What no rule knows stays unexplained, as a wrong explanation is worse than none. No DOM.

import type { Message } from '../match/types.ts';
import type { FaultReport, Shown } from './fault-report.ts';
import { errorOf, isOwn, shownIn } from './fault-report.ts';
import { nearest } from './near.ts';
import { syntaxOf } from './syntax.ts';

type Params = Record<string, unknown>;
/** A form of message of one type of error, and what explains it; null: it is not known after all */
type Rule = [
  form: RegExp,
  explain: (found: string[], shown: Shown, keys: readonly string[]) => Message | null,
];

/** @param keys of the game's views, as the reference writes them: deeper ones behind a dot */
export function explain(fault: FaultReport, keys: readonly string[]): Message | null {
  const error = errorOf(fault);
  const [id, params] = fault.message;
  if (!error) return id === 'fault.timeout' || id === 'fault.steps' ? the('late') : returned(id, params);
  const [, type = '', text = ''] = /^(\w+)(?:: ([\s\S]*))?$/.exec(error) ?? [];
  const shown = shownIn(fault);
  if (/^(?:Syntax|Indentation|Tab)Error$/.test(type)) return syntaxOf(text, shown.code);
  const isOwnLine = isOwn(fault.traceback, shown);
  const step = isOwnLine ? null : stepOf(type, text, shown);
  if (step) return step;
  for (const [form, explained] of RULES[type] ?? []) {
    const found = form.exec(text);
    // In a module of Python, the line that the bot has called it from says little of the cause.
    if (found) return explained([...found], isOwnLine ? shown : NO_CODE, keys);
  }
  return null;
}

const NO_CODE: Shown = { code: '', object: '' };
const the = (id: string, params: Params = {}): Message => [`explained.${id}`, params];
const always =
  (id: string, ...names: string[]) =>
  (found: string[]) =>
    the(id, Object.fromEntries(names.map((name, k) => [name, found[k + 1] ?? ''])));

/** What a call of the rules has got that they cannot compute with: they raise that further in. */
function stepOf(type: string, text: string, { code }: Shown): Message | null {
  if (!/\.step\(/.test(code)) return null;
  if (type === 'AttributeError' && text.startsWith("'dict' object")) return the('step-state');
  const isOrders = ORDERS[type]?.test(text);
  return isOrders ? the('step-orders') : null;
}

/** What the rules say by accident of moves that are no dictionary, or of one that names too few players. */
const ORDERS: Record<string, RegExp> = {
  KeyError: /^\d+$/,
  TypeError: /NoneType/,
  AttributeError: /^'(?:list|tuple|int)' object has no attribute 'values'/,
};

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
  if ((type === 'tuple' || type === 'list') && /^(?:row|col|column|x|y|i|j)$/.test(name))
    return the('attribute-cell', { name });
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

function order(one: string, other: string): Message {
  if (one === 'NoneType' || other === 'NoneType') return the('none-use');
  return FUNCTION.test(one) || FUNCTION.test(other)
    ? the('function-itself')
    : the('types-order', { one, other });
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

/** What belongs to Sandlot's library, and how it is imported. */
const LIBRARY: Record<string, string> = Object.fromEntries([
  ...['tank', 'generals', 'snake', 'planes'].map((name) => [name, `from sandlot.games import ${name}`]),
  ['limits', 'from sandlot import limits'],
]);

function unknownName(name: string, { code }: Shown): Message {
  const line = LIBRARY[name];
  if (line) return the('import-library', { name, line });
  return MODULES.test(name) && code.includes(`${name}.`)
    ? the('name-module', { name })
    : the('name-unknown', { name });
}

const FUNCTION = /^(?:function|method|builtin_function_or_method)$/;

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
    [/^name '(\w+)' is not defined/, ([, name = ''], shown) => unknownName(name, shown)],
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
    [/^'module' object is not callable/, () => the('call-module')],
    [/^'State' object is not subscriptable/, () => the('state-index')],
    [
      /^'(?:function|builtin_function_or_method|method)' object is not iterable/,
      () => the('function-itself'),
    ],
    [/^string indices must be integers/, () => the('index-letters')],
    [/^'(\w+)' object cannot be interpreted as an integer/, always('range-whole', 'type')],
    [/^'(\w+)' object is not callable/, ([, type = ''], shown) => call(type, shown)],
    [
      /^(?:\w+\.)*(\w+\(\)) missing \d+ required (?:positional|keyword-only) arguments?: (.+)$/,
      always('call-missing', 'name', 'missing'),
    ],
    [
      /^\w+\.(\w+)\(\) takes (\d+) positional arguments? but (\d+) were given/,
      ([, name = '', takes, given]) =>
        Number(given) === Number(takes) + 1
          ? the('call-self', { name })
          : the('call-many', { name: `${name}()` }),
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
      ([, one = '', other = '']) => order(one, other),
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
    [
      /^'(?:function|builtin_function_or_method|method)' object is not subscriptable/,
      () => the('call-square'),
    ],
  ],
  ValueError: [
    [/^too many values to unpack \(expected (\d+)/, always('value-many', 'count')],
    [/^not enough values to unpack \(expected (\d+)/, always('value-few', 'count')],
    [/^invalid literal for int\(\) with base \d+: ([\s\S]+)$/, always('value-number', 'text')],
    [/^could not convert string to float: ([\s\S]+)$/, always('value-number', 'text')],
    [/^(min|max)\(\) (?:arg is an empty sequence|iterable argument is empty)/, always('value-empty', 'name')],
    [/x not in (?:list|tuple)|is not in list/, () => the('value-remove')],
    [/^negative shift count/, (_, { code }) => (code ? null : the('state-illegal'))],
    [/^substring not found/, () => the('value-remove')],
  ],
  ZeroDivisionError: [[/^/, () => the('zero')]],
  RecursionError: [[/^maximum recursion depth exceeded/, () => the('recursion')]],
  StopIteration: [[/^$/, (_, { code }) => (/\bnext\(/.test(code) ? the('next') : null)]],
  ModuleNotFoundError: [
    [
      /^No module named '(?:\w+\.)*(\w+)'/,
      ([, name = '']) => (LIBRARY[name] ? the('import-library', { name, line: LIBRARY[name] }) : null),
    ],
  ],
  EOFError: [[/^/, () => the('input')]],
  ImportError: [
    [
      /^cannot import name '(\w+)' from '([\w.]+)'[\s\S]*?(?:Did you mean: '(\w+)'\?)?$/,
      ([, name = '', module = '', near = '']) =>
        near ? the('attribute-near', { name, near }) : the('import-name', { module, name }),
    ],
  ],
};

/**
 * An answer that is no move, or none that is allowed.
 *
 * @param params of the sentence that says so: `got` is written as Python does, in some games in quotation marks
 */
function returned(id: string, { got: said }: Params): Message | null {
  if (COUNTED_FROM_1.test(id)) return the('counted');
  if (typeof said !== 'string') return null;
  const got = id === 'fault.not_json' ? said : said.replace(/^“([\s\S]*)”$/, '$1');
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
  if (id === 'generals.illegal.shape') return the('returned-go');
  if (/^tank\.illegal\.shape$/.test(id)) return the('returned-orders');
  if (id === 'planes.illegal.cell') return the('returned-cell');
  if (id !== 'snake.illegal.direction') return null;
  if (/^-?\d+\.\d+$/.test(got)) return the('returned-float');
  return got.startsWith('[') ? the('returned-list') : null;
}

/** Sentences that name a row and a column as people count them. */
const COUNTED_FROM_1 = /^generals\.illegal\.(?:off_board|not_a_step|not_yours|mountain)$/;
