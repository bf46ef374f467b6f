/** The fields of an entry of `packages` in package-lock.json that are used here. */
export interface LockEntry {
  version?: string
  optional?: boolean
  dev?: boolean
  devOptional?: boolean
  peer?: boolean
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
