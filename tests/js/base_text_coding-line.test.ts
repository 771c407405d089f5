// The coding that the first lines of a file in Python declare.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codingLine, declareUtf8, labelOf } from '../../static/base/text/coding-line.ts';

for (const [text, name] of [
  ['', null],
  ['# coding: gbk', 'gbk'],
  ['#coding=gbk', 'gbk'],
  ['# -*- coding: latin-1 -*-', 'latin-1'],
  ['# vim: set fileencoding=cp1251 :', 'cp1251'],
  ['  \t\f# coding: gbk', 'gbk'],
  ['#!/usr/bin/python\n# coding: gbk\n', 'gbk'],
  ['#!/usr/bin/python\r\n# coding: gbk\r\n', 'gbk'],
  ['#!/usr/bin/python\r# coding: gbk', 'gbk'],
  ['\n# coding: gbk', 'gbk'],
  ['\n\n# coding: gbk', null],
  ['# a\n# b\n# coding: gbk', null],
  ['import os\n# coding: gbk', null],
  ['"""\n# coding: gbk', null],
  ['x = 1 # coding: gbk', null],
  ['# coding gbk', null],
  ['# coding : gbk', null],
  ['# coding: ', null],
  ['# coding: gbk, no utf-8', 'gbk'],
  ['# encoding: a coding: b', 'a'],
  [`#${' '.repeat(2000)}coding: gbk`, null],
  [`# coding: ${'x'.repeat(60)}`, 'x'.repeat(40)],
] as [string, string | null][])
  test(`${JSON.stringify(text).slice(0, 60)} declares ${name}`, () => {
    const line = codingLine(text);
    assert.equal(line?.name ?? null, name);
    if (line) assert.equal(text.slice(line.at, line.at + line.name.length), line.name, 'where it stands');
  });

for (const [text, saved] of [
  ['print()', 'print()'],
  ['# coding: gbk\nx', '# coding: utf-8\nx'],
  ['# coding: utf8\nx', '# coding: utf8\nx'],
  ['# coding: UTF_8_SIG', '# coding: UTF_8_SIG'],
  ['# coding: nonsense!', '# coding: utf-8!'],
  ['#!/bin/sh\r\n# coding=cp1251 # coding=cp1251', '#!/bin/sh\r\n# coding=utf-8 # coding=cp1251'],
])
  test(`${JSON.stringify(text)} is saved as ${JSON.stringify(saved)}`, () => {
    assert.equal(declareUtf8(text), saved);
    assert.equal(declareUtf8(saved), saved, 'and once is enough');
  });

for (const [name, label] of [
  ['utf-8', 'utf-8'],
  ['UTF8', 'utf-8'],
  ['utf_8_sig', 'utf-8'],
  ['u8', 'utf-8'],
  ['cp936', 'gbk'],
  ['GB2312', 'gbk'],
  ['gb18030', 'gb18030'],
  ['big5_tw', 'big5'],
  ['latin-1', 'windows-1252'],
  ['iso8859_5', 'iso-8859-5'],
  ['koi8', 'koi8-r'],
  ['866', 'ibm866'],
  ['mac_cyrillic', 'x-mac-cyrillic'],
  ['sjis', 'shift_jis'],
  ['utf_16_be', 'utf-16be'],
  ['', null],
  ['rot13', null],
  ['__proto__', null],
  ['constructor', null],
] as [string, string | null][])
  test(`Python's ${name || 'nothing'} is ${label}`, () => assert.equal(labelOf(name), label));
