import { hash, randomBytes } from 'node:crypto'

const BYTES = 32

/** A secret for an address or link, 43 characters that need no escaping; 256 bits, so nobody guesses one. */
export const newToken = (): string => randomBytes(BYTES).toString('base64url')

/** What is kept of a token: who reads the database cannot use it. A random secret needs no salt. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')
