import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completed, type LockedPackages, licenceFailures, lockFileFailures } from './lockFile.ts'

const tool = (optionalDependencies: Record<string, string>): LockedPackages => ({
  '': {},
  'node_modules/tool': { version: '2.0.0', dev: true, optionalDependencies },
})

test('an optional dependency without an entry is named with the package that asks for it', () => {
  const packages = tool({ '@tool/linux-x64': '2.0.0', '@tool/darwin-arm64': '2.0.0' })
  packages['node_modules/@tool/linux-x64'] = { version: '2.0.0', optional: true }

  expect(lockFileFailures(packages)).toEqual([
    expect.stringContaining('@tool/darwin-arm64@2.0.0, an optional dependency of node_modules/tool'),
  ])
})

test('an entry of another version counts as missing', () => {
  const packages = tool({ '@tool/linux-x64': '2.0.0' })
  packages['node_modules/@tool/linux-x64'] = { version: '1.9.0', optional: true }

  expect(lockFileFailures(packages)).toHaveLength(1)
  expect(completed(packages)['node_modules/tool/node_modules/@tool/linux-x64']?.version).toBe('2.0.0')
})

test.each([
  ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['@swc/core-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['@oxc-parser/binding-linux-riscv64-musl', { os: ['linux'], cpu: ['riscv64'], libc: ['musl'] }],
  ['@swc/core-linux-ppc64-gnu', { os: ['linux'], cpu: ['ppc64'], libc: ['glibc'] }],
  ['@oxc-parser/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
])('%s gets the platform of its name', (name, platform) => {
  const packages = completed(tool({ [name]: '2.0.0' }))

  expect(packages[`node_modules/${name}`]).toEqual({
    version: '2.0.0',
    dev: true,
    optional: true,
    ...platform,
  })
  expect(lockFileFailures(packages)).toEqual([])
})

test('a package without a platform in its name, or required by a range, is refused', () => {
  expect(() => completed(tool({ 'tool-extras': '2.0.0' }))).toThrow('tool-extras')
  expect(() => completed(tool({ '@tool/linux-x64': '^2.0.0' }))).toThrow('@tool/linux-x64')
})

test('the project can be installed on Linux, macOS and Windows, on x64 and arm64', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: LockedPackages }

  expect(lockFileFailures(packages)).toEqual([])
  for (const name of ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']) {
    expect(packages[`node_modules/@biomejs/cli-${name}`], name).toMatchObject({ optional: true })
  }
})

test('a package of the product needs a licence of the list; those of the tools do not', () => {
  const packages = (license?: string, more = {}): LockedPackages => ({
    'node_modules/one': { version: '1.0.0', ...(license && { license }), ...more },
  })
  for (const license of ['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND LGPL-3.0-or-later'])
    expect(licenceFailures(packages(license)), license).toEqual([])
  for (const license of ['GPL-3.0', 'MIT AND SSPL-1.0', undefined])
    expect(licenceFailures(packages(license)), license).toHaveLength(1)
  expect(licenceFailures(packages('GPL-3.0', { dev: true }))).toEqual([])
})
