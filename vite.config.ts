import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devPages } from './web/build/devPages.ts'
import { entryAlone } from './web/build/entryAlone.ts'
import { firstLoadBudget } from './web/build/firstLoadBudget.ts'
import { fontSubsets } from './web/build/fontSubsets.ts'
import { guidePages } from './web/build/guidePages.ts'
import { mantineSheets } from './web/build/mantineSheets.ts'
import { precompress } from './web/build/precompress.ts'
import { chunkName, preloads, stylesFromApp } from './web/build/preloads.ts'
import { sharedFiles } from './web/build/sharedFiles.ts'
import { staffRoutes } from './web/build/staffRoutes.ts'
import { themeVariables } from './web/build/themeVariables.ts'
import { withoutUnusedParts } from './web/build/withoutUnusedParts.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = `http://localhost:${process.env.PORT ?? 3000}`

/** What makes the files small, and checks that they are: not for the build with React's development version. */
const forProduction = [
  preloads({ entry: 'app.tsx', fonts: ['inter-basic', 'barlow-condensed-700-basic'] }),
  firstLoadBudget({
    routes: here('web/routes/_site'),
    modules: ['/web/app.tsx'],
    polyfills: ['/temporal-polyfill/global.esm.js'],
    // What moves the pictures of the home page.
    afterLoad: { 'index.tsx': ['/embla-carousel.esm.js'] },
  }),
  entryAlone({ modules: ['/web/index.html', '/web/main.tsx', '/preload-helper.js', 'rolldown/runtime.js'] }),
  precompress(),
]

/**
 * The browser's app; with `--ssr web/server.tsx` the renderer of its public pages, which runs on the server; with
 * `--mode development` the app with React's development version, for the journeys that hear what it warns of.
 */
export default defineConfig(({ isSsrBuild = false, mode }) => ({
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
    staffRoutes({ tree: here('web/routeTree.gen.ts') }),
    react(),
    themeVariables(),
    mantineSheets({ base: here('web/ui/mantine.css') }),
    guidePages(),
    ...(isSsrBuild ? [] : [withoutUnusedParts(), fontSubsets({ sheet: '/web/ui/fonts.css' })]),
    ...(isSsrBuild || mode === 'development' ? [] : forProduction),
    devPages(api),
  ],
  resolve: {
    alias: [
      // Node has no Temporal of its own.
      ...(isSsrBuild ? [] : [{ find: /^temporal-polyfill$/, replacement: here('web/temporal.ts') }]),
      { find: /^zod$/, replacement: here('web/zod.ts') },
      // React has had the hook itself since version 18.
      { find: /^use-sync-external-store\/shim\//, replacement: 'use-sync-external-store/' },
    ],
  },
  // The server puts a fresh nonce in place of this word in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: here(isSsrBuild ? 'dist/renderer' : mode === 'development' ? 'dist/web-development' : 'dist/web'),
    copyPublicDir: !isSsrBuild && mode !== 'development',
    // Tells the server which files a page needs (server/http/pages/renderedPages.ts).
    manifest: !isSsrBuild,
    minify: isSsrBuild || mode === 'development' ? false : 'oxc',
    emptyOutDir: true,
    // A data: URL would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    // The polyfill for browsers without modulepreload weighs more than it saves.
    modulePreload: { polyfill: false, resolveDependencies: stylesFromApp },
    reportCompressedSize: false,
    // What visitors load has limits of its own (firstLoadBudget). The largest other file is the editor of e-mail templates.
    chunkSizeWarningLimit: isSsrBuild ? Number.POSITIVE_INFINITY : 600,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            chunkFileNames: chunkName,
            // A hash is all that brotli cannot shorten in the app's list of files.
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: {
              groups: sharedFiles,
            },
          },
        },
  },
  // Bundled and told so here, React is its production build whatever the server's NODE_ENV.
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
  ssr: { noExternal: isSsrBuild ? true : [], external: ['temporal-polyfill'] },
  server: {
    // The sources in web/api have addresses like the API's own.
    proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': api, '/dev/mailbox': api },
  },
}))
