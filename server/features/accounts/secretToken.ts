import { hash, randomBytes } from 'node:crypto'

const BYTES = 32

/** A secret for a URL: 43 URL-safe characters, 256 random bits. */
export const newToken = (): string => randomBytes(BYTES).toString('base64url')

/** The stored hash of a token, which a reader of the database cannot use. A random secret needs no salt. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')
