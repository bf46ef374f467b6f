require('./tools/boundaries-parser.cjs')

/**
 * @param {string} name
 * @param {object} from
 * @param {object} to
 */
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

/** Importing only types makes no cycle at run time; see tools/boundaries-parser.cjs for the name. */
const typesAlone = 'import-equals'

/** The code of staff pages, which the site does not download. */
const staffParts = [
  '^web/surfaces/(admin|coach|staff)/',
  '^web/(ui|components|features/[^/]+)/staff/',
  '^web/routes/(admin|_coach)[./]',
  '^web/staffRoutes\\.ts$',
]

const testParts = ['\\.test\\.tsx?$', 'TestKit\\.ts$', '\\.fixture\\.ts$', '^server/test/']

/**
 * The order of the server's features, from the bottom up. A feature imports features of lower levels, types included,
 * and none of its own level; docs/architecture.md draws it.
 */
const featureLevels = [
  ['messages'],
  ['facility', 'accounts'],
  ['households', 'cages', 'coaches'],
  ['places', 'waivers'],
  ['payments'],
  ['bookings', 'lessons', 'classes', 'camps', 'memberships'],
  ['account', 'calendar', 'settings', 'schedule', 'changes', 'reminders', 'audit'],
  ['privacy'],
  ['people', 'reports'],
]

/** @param {readonly string[]} features */
const inFeatures = (features) => `^server/features/(${features.join('|')})/`

/** One rule for every level; a folder that has no level may import nothing, so a new feature is put in the list. */
const featuresNeverClimb = [
  ...featureLevels.map((level, index) =>
    forbid(
      'features-never-climb',
      { path: inFeatures(level), pathNot: testParts },
      // $1 is the importing feature itself.
      { path: inFeatures(featureLevels.slice(index).flat()), pathNot: '^server/features/$1/' },
    ),
  ),
  forbid(
    'features-never-climb',
    { path: '^server/features/', pathNot: [inFeatures(featureLevels.flat()), ...testParts] },
    {},
  ),
]

/**
 * The order of the browser's features, from the bottom up. A feature imports features of lower levels, types included,
 * and none of its own level: what peers share stands below them or in web/components.
 */
const webFeatureLevels = [
  ['facility', 'terms', 'contact', 'unsubscribe', 'drafts', 'accounts'],
  ['coaches', 'cages', 'goodToKnow', 'waivers'],
  ['payments'],
  ['changes', 'programs'],
  ['bookings', 'lessons', 'classes', 'camps', 'memberships'],
  ['messages'],
  ['account', 'people', 'schedule', 'settings', 'audit'],
  ['reports', 'help', 'home'],
]

/** @param {readonly string[]} features */
const inWebFeatures = (features) => `^web/features/(${features.join('|')})/`

/** A rule for every level, and one for a folder that is in none: a new feature is put in the list. */
const webFeaturesNeverClimb = [
  ...webFeatureLevels.map((level, index) =>
    forbid(
      'web-features-never-climb',
      { path: inWebFeatures(level) },
      // $1 is the importing feature itself.
      { path: inWebFeatures(webFeatureLevels.slice(index).flat()), pathNot: '^web/features/$1/' },
    ),
  ),
  forbid(
    'web-features-never-climb',
    { path: '^web/features/[^/]+/', pathNot: inWebFeatures(webFeatureLevels.flat()) },
    {},
  ),
]

/** The directions of docs/architecture.md, checked. */
module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true, viaOnly: { dependencyTypesNot: [typesAlone] } }),
    // Nor by types, but for the context, whose products are sold with the context itself.
    forbid('no-type-cycles', {}, { circular: true, viaOnly: { pathNot: '^server/context\\.ts$' } }),
    forbid(
      'every-import-is-found',
      { path: '^(shared|server|sandbox|web|tools|e2e|bench|torture)/' },
      // Modules that a plugin of the build makes have no file.
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    forbid(
      'shared-imports-nothing-else',
      { path: '^shared/' },
      {
        pathNot: [
          '^shared/',
          '^node_modules/(zod|temporal-polyfill|temporal-spec|vitest|fast-check|culori|@types/culori)/',
        ],
      },
    ),
    forbid('server-never-imports-web', { path: '^server/' }, { path: '^web/' }),
    forbid('web-never-imports-server', { path: '^web/' }, { path: '^(server|sandbox)/' }),
    // A production image has no sandbox: types are erased, and one file imports it when it is needed.
    forbid(
      'sandbox-has-one-entrance',
      { path: '^(shared|server)/', pathNot: testParts },
      { path: '^sandbox/', pathNot: '^sandbox/sandbox\\.ts$' },
    ),
    forbid(
      'product-runs-without-sandbox',
      {
        path: '^(shared|server)/',
        pathNot: [...testParts, '^server/integrations/stripe/builtInSandbox\\.ts$'],
      },
      { path: '^sandbox/', dependencyTypesNot: [typesAlone] },
    ),
    forbid(
      'sandbox-knows-only-database-and-clock',
      { path: '^sandbox/', pathNot: testParts },
      { path: '^server/', pathNot: '^server/(db/|clock\\.ts$)' },
    ),
    forbid(
      'product-imports-no-tool',
      { path: '^(shared|server|web)/' },
      { path: '^(tools|e2e|bench|torture)/' },
    ),
    forbid(
      'product-imports-no-test',
      { path: '^(shared|server|web)/', pathNot: testParts },
      { path: testParts },
    ),
    forbid(
      'queries-and-commands-know-no-http',
      { path: '^server/features/.*(queries|commands)' },
      { path: '^server/http/' },
    ),
    forbid('db-knows-no-feature', { path: '^server/db/' }, { path: '^server/(features|http|jobs)/' }),
    forbid(
      'platform-knows-no-feature',
      { path: '^server/(http|jobs|integrations)/', pathNot: testParts },
      { path: '^server/features/' },
    ),
    ...featuresNeverClimb,
    forbid(
      'only-the-root-composes',
      { path: '^server/(db|http|jobs|integrations|features)/', pathNot: testParts },
      { path: '^server/(app|features|start|main)\\.ts$' },
    ),
    forbid(
      'ui-knows-no-domain',
      { path: '^web/ui/' },
      { path: '^(web/(components|features|surfaces|api|routes)|shared)/' },
    ),
    forbid(
      'components-know-no-feature',
      { path: '^web/components/' },
      { path: '^web/(features|surfaces|routes)/' },
    ),
    forbid('features-know-no-surface', { path: '^web/features/' }, { path: '^web/(surfaces|routes)/' }),
    forbid(
      'site-knows-no-staff',
      { path: '^web/', pathNot: [...staffParts, '^web/router\\.tsx$'] },
      { path: staffParts },
    ),
    ...webFeaturesNeverClimb,
    forbid(
      'only-shared-time-knows-temporal',
      {
        path: '^(shared|server|web)/',
        pathNot: ['^shared/domain/time/time', '^web/(main\\.tsx|temporal\\.ts|build/devPages\\.ts)$'],
      },
      { path: 'temporal-polyfill' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    exclude: { path: '\\.gen\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.d.ts', '.json'],
    },
  },
}
