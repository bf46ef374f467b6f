import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2id = (parameters: Argon2Parameters): Promise<Buffer> => promisify(argon2)('argon2id', parameters)

/** The minimum for argon2id of the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const HASH_BYTES = 32

/**
 * Hashes a password with argon2id for storage, in the PHC string format, which contains the parameters. The
 * password is normalized first, so that it is the same on every keyboard (NIST SP 800-63B §3.1.1.2).
 *
 * @param salt 16 bytes; random unless two hashes have to be compared with each other.
 */
export async function hashPassword(
  password: string,
  salt: Buffer = randomBytes(SALT_BYTES),
): Promise<string> {
  const hash = await argon2id({
    message: bytesOf(password),
    nonce: salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: HASH_BYTES,
  })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(hash)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Whether `password` is the one that was hashed, compared in constant time; false for a hash of another kind. */
export async function verifyPassword(password: string, kept: string): Promise<boolean> {
  const [, memory, passes, lanes, salt = '', hash = ''] = PHC.exec(kept) ?? []
  if (memory === undefined) return false
  const expected = Buffer.from(hash, 'base64')
  const actual = await argon2id({
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'))
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
