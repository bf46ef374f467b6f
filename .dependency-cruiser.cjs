/** The directions of docs/architecture.md, checked. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'shared-stands-alone', severity: 'error', from: { path: '^shared/' }, to: { pathNot: ['^shared/', 'node_modules/(zod|temporal-polyfill|temporal-spec|vitest|fast-check)/'] } },
    { name: 'server-never-imports-web', severity: 'error', from: { path: '^server/' }, to: { path: '^web/' } },
    { name: 'web-never-imports-server', severity: 'error', from: { path: '^web/' }, to: { path: '^server/' } },
    { name: 'queries-and-commands-know-no-http', severity: 'error', from: { path: '^server/features/.*(queries|commands)' }, to: { path: '^server/http/' } },
    { name: 'db-knows-no-feature', severity: 'error', from: { path: '^server/db/' }, to: { path: '^server/(features|http|jobs)/' } },
    { name: 'ui-knows-no-domain', severity: 'error', from: { path: '^web/ui/' }, to: { path: '^(web/(components|features|surfaces|api|routes)|shared)/' } },
    { name: 'components-know-no-feature', severity: 'error', from: { path: '^web/components/' }, to: { path: '^web/(features|surfaces|routes)/' } },
    { name: 'features-know-no-surface', severity: 'error', from: { path: '^web/features/' }, to: { path: '^web/(surfaces|routes)/' } },
    { name: 'one-reader-of-the-environment', severity: 'error', from: { path: '^server/', pathNot: 'main\\.ts$' }, to: { path: '^dotenv' } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: ['\\.d\\.ts$', '\\.test\\.tsx?$', 'vite\\.config', '^web/routes/', 'migrations/'] }, to: {} },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    exclude: { path: '\\.gen\\.ts$' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
}
