import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Logger } from 'pino'
import { z } from 'zod'
import { passwordFieldMaximum } from '../../../shared/domain/people/password.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { hashPassword, verifyPassword } from './passwords/passwords.ts'
import { makeRecoveryCodes, recoveryCodeStore } from './secondFactor/recoveryCodes.ts'

const SESSION_SECONDS = 30 * 24 * 3_600

/** The header in which the account library reads the caller's address; set by us, never taken from the caller. */
export const ADDRESS_HEADER = 'x-dugout-address'

/** `__Host-` binds the cookie to this host and to TLS (RFC 6265bis §4.1.3.2), so it needs https. */
export const sessionCookieName = (config: Config): string => (isSecure(config) ? '__Host-dugout' : 'dugout')

/** Deletes the session cookie (RFC 6265bis §5.7: same name, path and attributes). */
export const clearedSessionCookie = (config: Config): string =>
  `${sessionCookieName(config)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`

/** The cookie of someone who has entered the password and not yet the code. */
export const challengeCookieName = (config: Config): string => `${sessionCookieName(config)}_second_factor`

const isSecure = (config: Config): boolean => config.publicUrl?.startsWith('https:') ?? false

export type Auth = ReturnType<typeof createAuth>

/** Opens a session without a password, for a person who has just been authenticated, or gives its cookie. Not HTTP endpoints. */
const sessionOpener = {
  id: 'session-opener',
  endpoints: {
    openSession: createAuthEndpoint(
      '/open-session',
      { method: 'POST', body: z.object({ userId: z.uuid() }) },
      async (call) => {
        const { internalAdapter } = call.context
        const user = await internalAdapter.findUserById(call.body.userId)
        if (!user?.emailVerified) throw new Error('A session needs a confirmed account.')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(call, { session, user })
        return call.json({ status: true })
      },
    ),
    giveCookie: createAuthEndpoint(
      '/give-cookie',
      { method: 'POST', body: z.object({ token: z.string() }) },
      async (call) => {
        const found = await call.context.internalAdapter.findSession(call.body.token)
        if (!found) throw new Error('The session is over.')
        await setSessionCookie(call, found)
        return call.json({ status: true })
      },
    ),
  },
} satisfies BetterAuthPlugin

/** The account library on our database: `profiles` is its user table, every column in snake_case. */
export function createAuth(parts: { config: Config; db: Db; clock: Clock; log: Logger }) {
  const { config, db, clock, log } = parts
  return betterAuth({
    appName: 'Dugout',
    // Its routes are not mounted, so this URL is never used; links use the public origin.
    baseURL: config.publicUrl ?? 'http://localhost',
    secret: config.secrets.auth,
    database: { db, type: 'postgres', transaction: true },
    user: {
      modelName: 'profiles',
      fields: {
        name: 'full_name',
        emailVerified: 'email_verified',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        phone_number: { type: 'string', required: false },
        terms_accepted_at: { type: 'date', required: false },
        role: { type: 'string', required: false, input: false },
        coach_id: { type: 'string', required: false, input: false },
      },
    },
    session: {
      modelName: 'auth_sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        last_used_at: { type: 'date', required: false, input: false },
        proved_at: { type: 'date', required: false, input: false },
      },
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, call) => ({
            data: {
              ...session,
              // Outside production the library writes this machine's address where the caller's is unknown.
              ipAddress: call?.headers?.get(ADDRESS_HEADER) ? session.ipAddress : null,
              // Set from the start with our clock, so that idle time is measured correctly.
              last_used_at: clock.now(),
              proved_at: clock.now(),
            },
          }),
        },
      },
    },
    account: {
      modelName: 'auth_accounts',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'auth_verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      // A reader of the database must not be able to take over an account with a pending link.
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: true,
      // Our own rules count characters. These bounds count UTF-16 units, of which a character has at most two, so they
      // are never reached.
      minPasswordLength: 1,
      maxPasswordLength: 2 * passwordFieldMaximum,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: (password) => hashPassword(password),
        verify: ({ password, hash }) => verifyPassword(password, hash),
      },
    },
    plugins: [
      sessionOpener,
      twoFactor({
        backupCodeOptions: {
          storeBackupCodes: recoveryCodeStore(config.secrets.auth),
          customBackupCodesGenerate: makeRecoveryCodes,
        },
        twoFactorTable: 'auth_two_factors',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      // Only the message: the details of a database error contain addresses.
      log: (_level, message, ...details) =>
        log.warn({ reason: details.map(String).join('; ') }, `account library: ${message}`),
    },
    advanced: {
      database: { generateId: 'uuid', validateSchema: false },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      useSecureCookies: false,
      cookiePrefix: 'dugout',
      cookies: {
        session_token: {
          name: sessionCookieName(config),
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(config) },
        },
        two_factor: {
          name: challengeCookieName(config),
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(config) },
        },
      },
    },
  })
}
