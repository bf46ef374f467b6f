/** The fields of an entry of `packages` in package-lock.json that are used here. */
export interface LockEntry {
  version?: string
  /** An SPDX expression. */
  license?: string
  optional?: boolean
  dev?: boolean
  devOptional?: boolean
  peer?: boolean
  /** A folder of this project. */
  link?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export type LockedPackages = Record<string, LockEntry>

interface MissingEntry {
  /** Path of the package that asks for it, such as `node_modules/oxc-parser`. */
  parent: string
  name: string
  version: string
}

/**
 * Optional dependencies without an entry of the version that their package requires. npm leaves out those that the
 * registry did not serve; `npm ci` then refuses the whole file, on every platform.
 */
export function missingEntries(packages: LockedPackages): MissingEntry[] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, wanted]) => {
        const found = resolve(packages, parent, name)
        return found === null || (isExact(wanted) && packages[found]?.version !== wanted)
      })
      .map(([name, version]) => ({ parent, name, version })),
  )
}

/** One line for each optional dependency that `npm run lock` has to add. */
export const lockFileFailures = (packages: LockedPackages): string[] =>
  missingEntries(packages).map(
    ({ parent, name, version }) =>
      `package-lock.json has no entry for ${name}@${version}, an optional dependency of ${parent}: npm run lock.`,
  )

/** Licences that allow use in a product under MIT. MPL and LGPL bind changes to the files of that library only. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/** Packages whose licence is only in a file of theirs (MIT), or is spelled in a way of its own (MPL-2.0). */
const READ_BY_HAND = new Set(['node_modules/png-js', 'node_modules/incremental-encoder'])

/** One line for each package of the product whose licence is missing or not allowed. Packages of the tools are not shipped. */
export const licenceFailures = (packages: LockedPackages): string[] =>
  Object.entries(packages)
    .filter(
      ([place, { dev, link }]) =>
        place.startsWith('node_modules/') && !dev && !link && !READ_BY_HAND.has(place),
    )
    .filter(([, { license = '' }]) => !isAllowed(license))
    .map(([place, { license }]) =>
      license
        ? `${place} has the licence ${license}, which is not in the list of tools/structure/lockFile.ts.`
        : `${place} names no licence.`,
    )

/** One of alternatives is enough; of what holds together, all must be allowed. */
const isAllowed = (license: string): boolean =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((part) => ALLOWED.has(part)))

/**
 * The packages with an entry for every optional dependency. The names of platform packages say where they run. The new
 * entries have no `integrity`: npm takes it from the registry when it installs one.
 *
 * @throws when a missing package does not name its platform, or is required by a range.
 */
export function completed(packages: LockedPackages): LockedPackages {
  const all = { ...packages }
  for (const { parent, name, version } of missingEntries(packages)) {
    const platform = platformOf(name)
    if (!platform || !isExact(version)) {
      throw new Error(`${name}@${version}, of ${parent}, cannot be entered without asking the registry.`)
    }
    const { dev, devOptional, peer } = packages[parent] ?? {}
    const place =
      resolve(all, parent, name) === null ? `node_modules/${name}` : `${parent}/node_modules/${name}`
    all[place] = {
      version,
      ...(dev && { dev }),
      ...(devOptional && { devOptional }),
      ...(peer && { peer }),
      optional: true,
      ...platform,
    }
  }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b, 'en')))
}

/** Where Node finds `name` from inside `parent`, or null. */
function resolve(packages: LockedPackages, parent: string, name: string): string | null {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return null
  }
}

const isExact = (version: string): boolean => /^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version)

const systems = /^(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)$/
const processors = /^(arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)$/

/** What the registry says of a platform package, from the end of its name: `linux-x64-musl`, `darwin-arm64` and the like. */
function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> | null {
  const parts = name.split(/[/-]/)
  const os = parts.find((part) => systems.test(part))
  const cpu = parts.find((part) => processors.test(part))
  const abi = parts.at(-1)
  if (!os || !cpu) return null
  const libc = abi === 'gnu' ? 'glibc' : abi === 'musl' ? 'musl' : null
  return { os: [os], cpu: [cpu], ...(os === 'linux' && libc ? { libc: [libc] } : {}) }
}
