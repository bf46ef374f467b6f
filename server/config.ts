import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Role } from '../shared/contract/fields.ts'
import { hostsOf } from './db/hosts.ts'
import { isNetwork, type TrustedProxies } from './http/limits/addressClass.ts'
import { folderInUse } from './ownFacility.ts'

const flag = z
  .enum(['1', '0', 'true', 'false', 'yes', 'no'])
  .transform((value) => value === '1' || value === 'true' || value === 'yes')

/** Whole seconds within a range that makes sense. */
const seconds = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** Roles of staff, separated by commas; 'none' for none. */
const staffRoles = z
  .string()
  .transform((list) => (list.trim() === 'none' ? [] : list.split(',').map((role) => role.trim())))
  .pipe(z.array(z.enum(['coach', 'desk', 'admin'])))

/** The public address, in the form of the `Origin` header: lower case, without the scheme's default port. */
const origin = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(isOrigin, 'must be an address without a path, such as https://cages.example.com')
  .transform((address) => new URL(address).origin)

/** Which peers are proxies: those near (this machine, private networks), those of the list, or nobody. */
const proxies = z.string().transform((text, issues): TrustedProxies => {
  const switched = flag.safeParse(text)
  if (switched.success) return switched.data ? 'near' : 'none'
  const list = text.split(',').map((entry) => entry.trim())
  if (list.every(isNetwork)) return list
  issues.addIssue({
    code: 'custom',
    message: 'must be true, false, or addresses and networks such as 10.0.0.5, 172.18.0.0/16',
  })
  return z.NEVER
})

/** `name=value` pairs with commas between them, as OpenTelemetry writes headers. */
const headerList = z.string().transform((text, issues) => {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*(.+?)\s*$/.exec(pair))
  try {
    if (pairs.every((pair) => pair !== null))
      return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]))
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  issues.addIssue({ code: 'custom', message: 'must be like api-key=secret,other=value' })
  return z.NEVER
})

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://', abort: true })
  .refine((url) => !hasHostParameters(url), {
    error: 'names several hosts as parameters: write postgres://user:password@one:5432,two:5432/database',
    abort: true,
  })
  .refine(
    (url) =>
      ['', 'any', 'primary', 'read-write'].includes(
        new URLSearchParams(queryOf(url)).get('target_session_attrs') ?? '',
      ),
    {
      error: 'asks for a standby in target_session_attrs, and Dugout needs the primary',
      abort: true,
    },
  )
  .refine(
    // The driver takes an empty host too, with a socket's folder as `?host=`.
    (url) => hostsOf(url).every((one) => URL.canParse(one.replace('@/', '@localhost/'))),
    'must be an address such as postgres://user:password@host:5432/database',
  )

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  AUDIT_DATABASE_URL: databaseUrl.optional(),
  AUDIT_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  AUDIT_OLD_KEYS: z.string().optional(),
  AUDIT_MAIL_TO: z.email().optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
  DATABASE_WAIT: seconds(0, 3_600).default(60),
  STATEMENT_TIMEOUT: seconds(1, 600).default(30),
  LOCK_TIMEOUT: seconds(1, 600).default(10),
  SHUTDOWN_DELAY: seconds(0, 300).optional(),
  DATA_DIR: z.string().min(1).default('data'),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  PASSWORD_MIN: z.coerce.number().int().min(6).max(64).default(6),
  STAFF_IDLE_HOURS: z.coerce.number().positive().max(720).default(12),
  SECOND_FACTOR: staffRoles.optional(),
  DEMO_SEED: flag.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  TRUST_PROXY: proxies.default('none'),
  METRICS_TOKEN: z.string().min(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('dugout'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RATE_LIMITS: flag.default(true),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_ID: z.string().optional(),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/ })
    .refine((base) => /^\/(v1\/?)?$/.test(new URL(base).pathname), 'must be an address without a path')
    .transform((base) => new URL(base).origin)
    .optional(),
  STRIPE_TIMEOUT: seconds(1, 9).default(8),
  PAYMENT_SANDBOX: flag.optional(),
  BACKUP_TO: z
    .string()
    .regex(/^(s3:\/\/[^/]+(\/.*)?|(?!\w+:\/\/).+)$/, 'must be a folder, or s3://bucket/folder')
    .optional(),
  BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(3),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(14),
  BACKUP_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  S3_BUCKET: z.string().min(3).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ENDPOINT: origin.optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
})

/** The settings in force; docs/operations.md describes each variable. */
export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** The public origin, without a trailing slash; null until the port is known. */
  readonly publicUrl: string | null
  readonly databaseUrl: string | null
  readonly databasePool: number
  /** How long a start waits for a database that does not answer. */
  readonly databaseWaitSeconds: number
  /** How long a statement of a request, and a wait for a lock, may take. */
  readonly statementTimeoutSeconds: number
  readonly lockTimeoutSeconds: number
  /** How long a stop keeps serving with readiness off, so that a load balancer notices. */
  readonly shutdownDelaySeconds: number
  readonly dataDir: string
  readonly demoSeed: boolean
  /** Whether an admin of the demo may start a facility of their own beside it. */
  readonly demoCanBeLeft: boolean
  readonly passwordMin: number
  /** Hours without a request after which a session of a coach or an admin ends. */
  readonly staffIdleHours: number
  /** Roles that must have a second factor. */
  readonly secondFactorRoles: readonly Role[]
  readonly mailFrom: string | null
  /** Whose `X-Forwarded-For` says where a request comes from. */
  readonly trustProxy: TrustedProxies
  readonly logLevel: string
  readonly rateLimits: boolean
  readonly stripe: StripeConfig
  readonly storage: StorageConfig
  readonly backup: BackupConfig
  /** Null: nothing is traced. */
  readonly tracing: TracingConfig | null
  /** Where the audit log's seal is mailed to; null for the facility's address. */
  readonly auditMailTo: string | null
  /** Never logged or sent. */
  readonly secrets: {
    readonly auth: string
    /** Seals the audit log, and checks what was sealed with earlier keys. */
    readonly audit: string
    readonly auditOld: readonly string[]
    /** The database past a pooler that lends its connections for one transaction; null: `databaseUrl` does not lead through one. */
    readonly databaseDirectUrl: string | null
    /** The database for the role that owns it, and for the one that seals the audit log; null without roles of their own. */
    readonly databaseOwnerUrl: string | null
    readonly auditDatabaseUrl: string | null
    readonly smtpUrl: string | null
    readonly metricsToken: string | null
    readonly stripeKey: string | null
    readonly stripeWebhook: string | null
    /** Both or neither; without them Amazon's library looks for its own. */
    readonly s3KeyId: string | null
    readonly s3Key: string | null
    /** Encrypts backups; null: they are not encrypted. */
    readonly backup: string | null
  }
}

/** Traces that are sent to a collector of OpenTelemetry. */
export interface TracingConfig {
  /** Without a trailing slash; spans go to `/v1/traces` below it. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** Which part of the requests is traced, 0 to 1. */
  readonly ratio: number
}

/** Backups that are made each night. */
export interface BackupConfig {
  /** A folder, or `s3://bucket/folder`; null: none are made by themselves. */
  readonly to: string | null
  /** From this hour on, on the facility's clock. */
  readonly hour: number
  /** How many are kept. */
  readonly keep: number
}

/** Where uploaded files are kept: in a bucket, or in the folder `files` of the data where there is none. */
export interface StorageConfig {
  readonly bucket: string | null
  readonly region: string
  /** Origin of a server other than Amazon's that speaks S3. */
  readonly endpoint: string | null
}

/** The settings of the payment provider besides the secrets; integrations/stripe checks whether they fit together. */
export interface StripeConfig {
  readonly publishableKey: string | null
  /** The monthly price that a membership subscribes to. */
  readonly priceId: string | null
  /** Origin of another server that speaks Stripe's API, without a trailing slash. */
  readonly apiBase: string | null
  /**
   * For one request, which is repeated twice when it is not answered in time: at most 9, so that all of it ends before a
   * browser gives up (web/api/client.ts).
   */
  readonly timeoutSeconds: number
  /** Whether the built-in sandbox is used when there are no keys. */
  readonly sandbox: boolean
}

/** An invalid setting; the message names the variable and the problem. */
export class ConfigError extends Error {}

/**
 * Reads the settings from environment variables; this module is their only reader.
 *
 * @throws {ConfigError} when a variable is malformed, or missing where production needs it.
 */
export function loadConfig(variables: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(present)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Settings cannot be used:\n  ${lines.join('\n  ')}`)
  }
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  if (production && !env.AUTH_SECRET) {
    throw new ConfigError('AUTH_SECRET is needed in production: 32 or more random characters.')
  }
  if (production && !env.PUBLIC_URL) {
    throw new ConfigError('PUBLIC_URL is needed in production: the address that people type, e.g. https://…')
  }
  if (production && !env.AUDIT_KEY) {
    throw new ConfigError(
      'AUDIT_KEY is needed in production: 32 or more random characters, kept outside the database. It seals the audit log.',
    )
  }
  if (env.AUDIT_KEY && env.AUDIT_KEY === env.AUTH_SECRET) {
    throw new ConfigError('AUDIT_KEY must not be AUTH_SECRET: give the audit log a secret of its own.')
  }
  if (!env.DATABASE_URL && (env.DATABASE_DIRECT_URL || env.DATABASE_OWNER_URL || env.AUDIT_DATABASE_URL)) {
    throw new ConfigError(
      'DATABASE_URL is needed with DATABASE_DIRECT_URL, DATABASE_OWNER_URL and AUDIT_DATABASE_URL.',
    )
  }
  if (
    !env.S3_BUCKET &&
    !env.BACKUP_TO?.startsWith('s3:') &&
    (env.S3_ENDPOINT || env.S3_ACCESS_KEY_ID || env.S3_SECRET_ACCESS_KEY)
  ) {
    throw new ConfigError('S3_BUCKET, or a bucket in BACKUP_TO, is needed with the other settings of S3.')
  }
  if (Boolean(env.S3_ACCESS_KEY_ID) !== Boolean(env.S3_SECRET_ACCESS_KEY)) {
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together, or neither.')
  }
  // Whoever asks for the demo gets it, also where an own facility was started from it.
  const dataDir = env.DATABASE_URL || env.DEMO_SEED ? env.DATA_DIR : folderInUse(env.DATA_DIR)
  const demoSeed =
    !production && dataDir === env.DATA_DIR && (env.DEMO_SEED ?? env.DATABASE_URL === undefined)
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    databaseWaitSeconds: env.DATABASE_WAIT,
    statementTimeoutSeconds: env.STATEMENT_TIMEOUT,
    lockTimeoutSeconds: env.LOCK_TIMEOUT,
    shutdownDelaySeconds: env.SHUTDOWN_DELAY ?? (production ? 5 : 0),
    dataDir,
    demoSeed,
    // A setting that asks for the demo would bring it back at the next start.
    demoCanBeLeft: demoSeed && env.DEMO_SEED === undefined && !env.S3_BUCKET,
    passwordMin: env.PASSWORD_MIN,
    staffIdleHours: env.STAFF_IDLE_HOURS,
    secondFactorRoles: env.SECOND_FACTOR ?? (production ? ['admin', 'desk'] : []),
    mailFrom: env.MAIL_FROM ?? null,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS,
    stripe: {
      publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? null,
      priceId: env.STRIPE_PRICE_ID ?? null,
      apiBase: env.STRIPE_API_BASE ?? null,
      timeoutSeconds: env.STRIPE_TIMEOUT,
      sandbox: env.PAYMENT_SANDBOX ?? !production,
    },
    storage: { bucket: env.S3_BUCKET ?? null, region: env.S3_REGION, endpoint: env.S3_ENDPOINT ?? null },
    backup: { to: env.BACKUP_TO ?? null, hour: env.BACKUP_HOUR, keep: env.BACKUP_KEEP },
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
          headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          serviceName: env.OTEL_SERVICE_NAME,
          ratio: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    auditMailTo: env.AUDIT_MAIL_TO ?? null,
    secrets: {
      auth: env.AUTH_SECRET ?? keptSecret(dataDir, 'auth-secret'),
      audit: env.AUDIT_KEY ?? keptSecret(dataDir, 'audit-key'),
      auditOld: env.AUDIT_OLD_KEYS?.split(',').map((key) => key.trim()) ?? [],
      databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
      databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
      auditDatabaseUrl: env.AUDIT_DATABASE_URL ?? null,
      smtpUrl: env.SMTP_URL ?? null,
      metricsToken: env.METRICS_TOKEN ?? null,
      stripeKey: env.STRIPE_SECRET_KEY ?? null,
      stripeWebhook: env.STRIPE_WEBHOOK_SECRET ?? null,
      s3KeyId: env.S3_ACCESS_KEY_ID ?? null,
      s3Key: env.S3_SECRET_ACCESS_KEY ?? null,
      backup: env.BACKUP_KEY ?? null,
    },
  }
}

/** libpq takes lists also as parameters. */
function hasHostParameters(url: string): boolean {
  const named = new URLSearchParams(queryOf(url))
  return ['host', 'hostaddr', 'port'].some((name) => named.get(name)?.includes(','))
}

function queryOf(url: string): string {
  return /^[^?]*\??(.*)$/.exec(url)?.[1] ?? ''
}

function isOrigin(address: string): boolean {
  const { pathname, search, hash, username, password } = new URL(address)
  return /^\/*$/.test(pathname) && `${search}${hash}${username}${password}` === ''
}

/** Outside production a secret is generated once and stored, so that a restart signs no one out and seals with the same key. */
function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}
