import { randomInt } from 'node:crypto'
import { type Kind, prefixes } from './kinds.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits: 24 of them have 142 bits. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

export const newId = (kind: Kind): string => `${prefixes[kind]}_${randomText(24)}`

/** The secret that lets a browser act on one intent. */
export const newClientSecret = (id: string): string => `${id}_secret_${randomText(25)}`
