import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'dugout-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const SECRET = 'x'.repeat(32)
const production = {
  NODE_ENV: 'production',
  AUTH_SECRET: SECRET,
  AUDIT_KEY: 'k'.repeat(32),
  PUBLIC_URL: 'https://cages.example',
  DATABASE_URL: 'postgres://db/dugout',
}

describe('settings', () => {
  test('have defaults that start Dugout on a laptop, with demo data in the embedded database', () => {
    const config = loadConfig({ DATA_DIR: dataDir })
    expect(config).toMatchObject({ port: 3000, databaseUrl: null, demoSeed: true, production: false })
  })

  test('make a second factor the duty of admins and the desk in production, and of the roles that SECOND_FACTOR names', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).secondFactorRoles).toEqual([])
    expect(loadConfig(production).secondFactorRoles).toEqual(['admin', 'desk'])
    expect(loadConfig({ ...production, SECOND_FACTOR: 'desk, admin' }).secondFactorRoles).toEqual([
      'desk',
      'admin',
    ])
    expect(loadConfig({ ...production, SECOND_FACTOR: 'none' }).secondFactorRoles).toEqual([])
    expect(() => loadConfig({ ...production, SECOND_FACTOR: 'owner' })).toThrow('SECOND_FACTOR')
  })

  test('serve this machine only unless HOST is set, in production too', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).host).toBe('127.0.0.1')
    expect(loadConfig(production).host).toBe('127.0.0.1')
    expect(loadConfig({ ...production, HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  })

  test.each([
    ['https://cages.example', 'https://cages.example'],
    ['https://cages.example/', 'https://cages.example'],
    ['HTTPS://Cages.Example', 'https://cages.example'],
    ['https://cages.example:443', 'https://cages.example'],
    ['http://cages.example:80/', 'http://cages.example'],
    ['http://cages.example:8080', 'http://cages.example:8080'],
  ])('take PUBLIC_URL %s as browsers send it', (given, publicUrl) => {
    expect(loadConfig({ ...production, PUBLIC_URL: given }).publicUrl).toBe(publicUrl)
  })

  test('say in a sentence why an address with a path is refused', () => {
    expect(() => loadConfig({ ...production, PUBLIC_URL: 'https://example.com/cages' })).toThrow(
      'PUBLIC_URL: must be an address without a path, such as https://cages.example.com',
    )
  })

  test('give a load balancer time before a stop, in production only', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).shutdownDelaySeconds).toBe(0)
    expect(loadConfig(production).shutdownDelaySeconds).toBe(5)
    expect(loadConfig({ ...production, SHUTDOWN_DELAY: '0' }).shutdownDelaySeconds).toBe(0)
  })

  test('keep a generated secret between starts, readable only by its user', () => {
    const first = loadConfig({ DATA_DIR: dataDir }).secrets.auth
    expect(loadConfig({ DATA_DIR: dataDir }).secrets.auth).toBe(first)
    expect(readFileSync(join(dataDir, 'auth-secret'), 'utf8')).toBe(first)
    expect(first).toMatch(/^[0-9a-f]{64}$/)
  })

  test('have a key for the audit log of its own', () => {
    const { audit, auth } = loadConfig({ DATA_DIR: dataDir }).secrets
    expect(audit).not.toBe(auth)
    expect(readFileSync(join(dataDir, 'audit-key'), 'utf8')).toBe(audit)
    expect(() => loadConfig({ ...production, AUDIT_KEY: SECRET })).toThrow('must not be AUTH_SECRET')
    expect(loadConfig({ ...production, AUDIT_OLD_KEYS: 'one, two' }).secrets.auditOld).toEqual(['one', 'two'])
  })

  test('create demo data in an external database only on request', () => {
    const settings = { DATABASE_URL: 'postgres://db/dugout', AUTH_SECRET: SECRET }
    expect(loadConfig(settings).demoSeed).toBe(false)
    expect(loadConfig({ ...settings, DEMO_SEED: 'true' }).demoSeed).toBe(true)
  })

  test('never create demo data in production, even on request', () => {
    expect(loadConfig({ ...production, DEMO_SEED: 'true' }).demoSeed).toBe(false)
  })

  test.each(['AUTH_SECRET', 'AUDIT_KEY', 'PUBLIC_URL'])('are refused in production without %s', (name) => {
    expect(() => loadConfig({ ...production, [name]: undefined })).toThrow(ConfigError)
    expect(() => loadConfig({ ...production, [name]: '' })).toThrow(name)
  })

  test.each([
    ['PORT', '99999'],
    ['PORT', 'three thousand'],
    ['DATABASE_URL', 'mysql://db/dugout'],
    ['DATABASE_URL', 'postgres://db:five/dugout'],
    ['AUTH_SECRET', 'short'],
    ['AUDIT_KEY', 'short'],
    ['DATABASE_OWNER_URL', 'mysql://db/dugout'],
    ['DATABASE_DIRECT_URL', 'postgres://app@db/dugout'],
    ['AUDIT_DATABASE_URL', 'postgres://sealer@db/dugout'],
    ['AUDIT_MAIL_TO', 'owner'],
    ['PUBLIC_URL', 'cages.example'],
    ['PUBLIC_URL', 'https://cages.example/dugout'],
    ['PUBLIC_URL', 'https://cages.example/?from=mail'],
    ['PUBLIC_URL', 'https://owner:secret@cages.example'],
    ['DATABASE_WAIT', '-1'],
    ['STATEMENT_TIMEOUT', '0'],
    ['SHUTDOWN_DELAY', 'a while'],
    // Three such requests would end after the browser has given up.
    ['STRIPE_TIMEOUT', '10'],
    ['SMTP_URL', 'https://mail.example'],
    ['PASSWORD_MIN', '5'],
    ['TRUST_PROXY', 'perhaps'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.5, example.com'],
  ])('are refused by name when %s is %s', (name, value) => {
    expect(() => loadConfig({ DATA_DIR: dataDir, [name]: value })).toThrow(name)
  })

  test.each([
    ['DATABASE_URL', 'postgres://dugout:p%2Cw@/dugout?host=one,two'],
    ['AUDIT_DATABASE_URL', 'postgres://one/dugout?port=5432,5433'],
  ])('are refused by name when %s has several hosts as parameters: %s', (name, value) => {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://db/dugout', [name]: value }
    expect(() => loadConfig(settings)).toThrow(`${name}: names several hosts`)
  })

  test.each(['standby', 'prefer-standby', 'read-only'])(
    'are refused by name when DATABASE_URL asks for a server that cannot be written: %s',
    (state) => {
      const url = `postgres://dugout:pw@db/dugout?sslmode=require&target_session_attrs=${state}`
      expect(() => loadConfig({ DATA_DIR: dataDir, DATABASE_URL: url })).toThrow(
        'DATABASE_URL: asks for a standby',
      )
    },
  )

  test.each([
    'postgres://db/dugout?target_session_attrs=any',
    'postgres://dugout:p,w@db:5432/dugout?sslmode=verify-full',
    'postgres://dugout:pw@/dugout?host=/var/run/postgresql',
    'postgres:///dugout?host=/var/run/postgresql',
    'postgresql://[::1]:5432/dugout',
    'postgres://dugout:p,w@one:5432,two:5433/dugout?target_session_attrs=read-write',
    'postgres://dugout:pw@[::1]:5432,%2Frun%2Fpostgresql/dugout?sslmode=disable',
  ])('have an address of the database with one host or several: %s', (url) => {
    expect(loadConfig({ DATA_DIR: dataDir, DATABASE_URL: url }).databaseUrl).toBe(url)
  })
})
