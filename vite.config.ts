import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { entryAlone } from './web/build/entryAlone.ts'
import { firstLoadBudget, firstLoadLimits } from './web/build/firstLoadBudget.ts'
import { modalWithoutScrollArea } from './web/build/modalWithoutScrollArea.ts'
import { precompress } from './web/build/precompress.ts'
import { chunkName, preloads, withoutStaffFiles } from './web/build/preloads.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = `http://localhost:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: here('web'),
  // Read from the environment only by the server: nothing of it may end up in the bundle.
  envDir: false,
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: here('web/routes'),
      generatedRouteTree: here('web/routeTree.gen.ts'),
      routeFileIgnorePattern: '\\.test\\.',
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    modalWithoutScrollArea(),
    preloads({ entry: 'app.tsx', font: 'inter-latin-wght-normal' }),
    firstLoadBudget({
      page: '/book-cage',
      modules: ['/web/app.tsx', '/web/routes/_site/book-cage.tsx'],
      polyfills: ['/temporal-polyfill/global.esm.js'],
      limits: firstLoadLimits,
    }),
    entryAlone({ modules: ['/web/index.html', '/web/main.tsx', '/preload-helper.js'] }),
    precompress(),
  ],
  resolve: {
    alias: [
      { find: /^temporal-polyfill$/, replacement: here('web/temporal.ts') },
      { find: /^zod$/, replacement: here('web/zod.ts') },
      // React has had the hook itself since version 18.
      { find: /^use-sync-external-store\/shim\//, replacement: 'use-sync-external-store/' },
    ],
  },
  // The server puts a fresh nonce in place of this word in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    // A data: URL would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    // The polyfill for browsers without modulepreload weighs more than it saves.
    modulePreload: { polyfill: false, resolveDependencies: withoutStaffFiles },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: chunkName,
        codeSplitting: {
          groups: [
            // The entry needs it too and must not load the app for it: the polyfills come first (main.tsx).
            { name: 'preload', test: /vite\/preload-helper/, priority: 2 },
            // What every page needs is one file: by default the bundler cuts it into twenty that compress worse.
            { name: 'app', test: /\/web\/app\.tsx$/, priority: 1 },
            // So with the parts that the pages for booking share: one file in place of ten.
            {
              name: 'booking',
              test: /\/web\/(components\/(grid\/(SlotCell|cageGrid|useRovingCell)|SelectionBar|slotName|dayChoices|useMinuteClock|keptChoice)|api\/liveSchedule|ui\/PageBanner)|domain\/pricing/,
            },
            // Small parts that several pages share: with a file for each, the list of files, which every visitor loads,
            // would get long. Without what they import, which other pages need alone.
            {
              name: 'hooks',
              test: /@mantine\/(hooks\/esm\/(use-id|use-uncontrolled|use-merged-ref|use-force-update|utils\/random-id)|core\/esm\/core\/(styles-api\/use-resolved|DirectionProvider|Box\/get-style-object))/,
              includeDependenciesRecursively: false,
            },
            // So with icons that Book Cage does not need.
            {
              name: 'icons',
              test: /@tabler\/icons-react\/.*\/Icon(?!Chevron)/,
              minShareCount: 3,
              includeDependenciesRecursively: false,
            },
            {
              name: 'staff',
              test: /\/web\/(components|ui)\/staff\//,
              includeDependenciesRecursively: false,
            },
            {
              name: 'participants',
              test: /\/web\/(components\/participants\/(Avatar|WhoIsComing\.module|ages|people|seatsLeft|useNewPerson|useOnePerson)|api\/queries\/household)|domain\/ages/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    // The sources in web/api have addresses like the API's own.
    proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': api, '/dev/mailbox': api },
  },
})
